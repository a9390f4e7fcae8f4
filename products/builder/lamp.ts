import { LAMP } from '../../app/ui/lamp.ts'

/** Returns the site's lamp mark as an SVG picture. */
export function lampSvg(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96"><path d="${LAMP}" fill="none" stroke="#${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}
