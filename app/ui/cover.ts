/** The hue of each cover class in degrees. cloths.css and cover.css have the same values; a test compares them. */
export const clothHues: Readonly<Record<string, number>> = {
  '': 222,
  'c-study': 158,
  'c-seminar': 28,
  'c-proposal': 318,
  'c-thesis': 66,
  'c-other': 112,
}

/** Returns the class of a shade derived from the id, so that covers of one category differ slightly. */
export function shade(id: string): string {
  return ['', 't1', 't2'][shadeStep(id)] ?? ''
}

/** Returns the same shade as a number, for covers that the server draws. */
export function shadeStep(id: string): 0 | 1 | 2 {
  return (Number.parseInt(id.slice(0, 4), 16) % 3) as 0 | 1 | 2
}
