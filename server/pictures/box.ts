import type { CSSProperties } from 'react'
import { LAMP } from '#app/ui/lamp.ts'

/** An element for satori's layout. */
export type Box = {
  type: string
  key: null
  props: { id?: string; style?: CSSProperties; children?: unknown; [name: string]: unknown }
}

/** Creates a flex box. Its children are side by side unless the style says otherwise. */
export function box(style: CSSProperties, ...children: (Box | string)[]): Box {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } }
}

/** Draws Lamplight's mark, `size` pixels wide. */
export function lamp(size: number, colour: string): Box {
  return {
    type: 'svg',
    key: null,
    props: {
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: colour,
      strokeWidth: 1.4,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      children: [{ type: 'path', key: null, props: { d: LAMP } }],
    },
  }
}

/** Wraps an SVG drawing into one element. */
export function drawn(svg: string, style: CSSProperties): Box {
  return { type: 'img', key: null, props: { src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, style } }
}
