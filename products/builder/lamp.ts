/** The site's lamp (app/ui/lamp.ts), as lines on a square of 24. The shop's tests compare the two. */
export const LAMP =
  'M2 12c3 0 4 1 6 1h10c0 4-2.5 6-6.5 6S6 17 2 12zM8.5 21.5h6.5M18 14c4-1.5 4.5 3.5-1.5 3.3M10.5 13c0-2.3 5-2.3 5 0M3 4c1.5 1.9 2 2.7 2 3.7a2 2 0 0 1-4 0C1 6.7 1.5 5.9 3 4z'

/** Returns the site's lamp mark as an SVG picture. */
export function lampSvg(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96"><path d="${LAMP}" fill="none" stroke="#${colour}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}
