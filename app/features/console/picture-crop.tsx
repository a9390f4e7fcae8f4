import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { type CropChoice, dragCrop, getCropArea, getFirstCrop, MAX_ZOOM } from './crop.ts'

/** The width of the shown part in pixels; it is smaller where the screen is. */
const SHOWN_WIDTH = 640

type Props = {
  picture: ImageBitmap
  /** The width divided by the height of the place where pages show it. */
  aspect: number
  onChoose(choice: CropChoice): void
}

/**
 * Shows the part of a picture that pages will show. It is moved by dragging or with the sliders, which work with a
 * keyboard.
 */
export function PictureCrop({ picture, aspect, onChoose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [choice, setChoice] = useState(() => getFirstCrop(aspect))
  const drag = useRef<{ x: number; y: number } | null>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) {
      const { x, y, width, height } = getCropArea(picture, aspect, choice)
      context.drawImage(picture, x, y, width, height, 0, 0, SHOWN_WIDTH, SHOWN_WIDTH / aspect)
    }
  }, [picture, aspect, choice])
  const choose = (next: CropChoice) => {
    setChoice(next)
    onChoose(next)
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = drag.current
    if (from) {
      drag.current = { x: event.clientX, y: event.clientY }
      const scale = getCropArea(picture, aspect, choice).width / event.currentTarget.clientWidth
      choose(dragCrop(picture, aspect, choice, { byX: (event.clientX - from.x) * scale, byY: (event.clientY - from.y) * scale }))
    }
  }
  return (
    <div className="stack picture-crop">
      <p className="small soft">Pages show this part. Drag it, or use the sliders.</p>
      <canvas
        ref={canvas}
        width={SHOWN_WIDTH}
        height={Math.round(SHOWN_WIDTH / aspect)}
        role="img"
        aria-label="The part that pages show"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={move}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      />
      <Slider label="Larger" min={1} max={MAX_ZOOM} value={choice.zoom} onValue={(zoom) => choose({ ...choice, zoom })} />
      <Slider label="Left or right" value={choice.left} onValue={(left) => choose({ ...choice, left })} />
      <Slider label="Up or down" value={choice.top} onValue={(top) => choose({ ...choice, top })} />
    </div>
  )
}

type SliderProps = { label: string; min?: number; max?: number; value: number; onValue(value: number): void }

function Slider({ label, min = 0, max = 1, value, onValue }: SliderProps) {
  const id = useId()
  return (
    <p className="slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        onChange={({ currentTarget }) => onValue(Number(currentTarget.value))}
      />
    </p>
  )
}
