/** A part of a file, both ends included, in bytes. */
export type Part = { start: number; end: number }

/**
 * Returns the part that a Range header requests. 'whole': no range, several, or one that we do not read; then the
 * whole file is sent. 'none': beyond its end.
 */
export function getPart(header: string | undefined, size: number): Part | 'whole' | 'none' {
  const [, from = '', to = ''] = header?.match(/^bytes=(\d{0,15})-(\d{0,15})$/) ?? []
  if (from === '' && to === '') {
    return 'whole'
  }
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'none' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  return start >= size ? 'none' : start > end ? 'whole' : { start, end }
}
