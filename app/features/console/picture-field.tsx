import { useRef, useState } from 'react'
import { avatarUrl, AVATAR_SIDE, pictureAt, type PictureShape } from '#app/platform/text/own-pictures.ts'
import { TextField } from '#app/ui/field.tsx'
import type { FieldProps } from './field-controls.tsx'
import { PictureForm } from './picture-form.tsx'

/** The aspect ratio of the picture at the head of a post (readable.css), which is also that of a shared link. */
const HEAD_ASPECT = 1200 / 630

/** The picture of a record: sent from this device or named by its address, and its description (pictureFields). */
export function PictureField({
  label,
  hint,
  button,
  shape = 'whole',
  address,
  words,
  filesOrigin,
}: {
  label: string
  hint?: string
  /** The button's text while there is no picture. */
  button: string
  shape?: PictureShape
  address: FieldProps
  words: FieldProps
  filesOrigin: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [values, setTyped] = useState(address.defaultValue)
  const picture = (shape === 'face' ? avatarUrl : pictureAt)(values.trim(), filesOrigin)
  return (
    <fieldset className="stack plain">
      <legend className="h3">{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {picture &&
        (shape === 'face' ? (
          <img className="face-s" src={picture.src} alt="" width={AVATAR_SIDE} height={AVATAR_SIDE} />
        ) : (
          <img className="picture" src={picture.src} alt="" width="1200" height="630" />
        ))}
      <PictureForm
        shape={shape}
        aspect={shape === 'face' ? 1 : HEAD_ASPECT}
        button={picture ? 'Use this picture' : button}
        onStored={(path) => {
          if (input.current) {
            input.current.value = path
            input.current.dispatchEvent(new Event('input', { bubbles: true }))
          }
        }}
      />
      <TextField ref={input} {...address} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
      <TextField {...words} />
    </fieldset>
  )
}
