/** A small change of shade, taken from the id, so that a row of one category is not a wall. */
export function shade(id: string): string {
  return ['', 't1', 't2'][Number.parseInt(id.slice(0, 4), 16) % 3] ?? ''
}
