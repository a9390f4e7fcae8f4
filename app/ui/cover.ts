/** The hue of each cloth in degrees, by its class. app/styles/covers.css says the same to browsers; a test compares them. */
export const clothHues: Readonly<Record<string, number>> = {
  '': 222,
  'c-study': 158,
  'c-seminar': 28,
  'c-proposal': 318,
  'c-thesis': 66,
  'c-other': 112,
}

/** A small change of shade, taken from the id, so that a row of one category is not a wall. */
export function shade(id: string): string {
  return ['', 't1', 't2'][shadeStep(id)] ?? ''
}

/** The same as a number, for covers that are drawn and not styled. */
export function shadeStep(id: string): 0 | 1 | 2 {
  return (Number.parseInt(id.slice(0, 4), 16) % 3) as 0 | 1 | 2
}
