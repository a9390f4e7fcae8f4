/** The marks of the buttons above a text: on both sides of the selection, or before each of its lines. */
export type Mark = { around: string; instead: string } | { before: string }

/**
 * Sets a mark, or removes an existing one. It simulates typing, so that the browser's undo works and the draft is
 * updated.
 */
export function setMark(area: HTMLTextAreaElement, mark: Mark): void {
  if ('around' in mark) {
    const { selectionStart: start, selectionEnd: end, value } = area
    const { around, instead } = mark
    const size = around.length
    if (value.slice(start - size, start) === around && value.slice(end, end + size) === around) {
      replace(area, start - size, end + size, value.slice(start, end))
      area.setSelectionRange(start - size, end - size)
      return
    }
    const words = value.slice(start, end) || instead
    replace(area, start, end, around + words + around)
    area.setSelectionRange(start + size, start + size + words.length)
    return
  }
  const { value } = area
  const start = value.lastIndexOf('\n', area.selectionStart - 1) + 1
  const after = value.indexOf('\n', area.selectionEnd)
  const end = after === -1 ? value.length : after
  const lines = value.slice(start, end).split('\n')
  const marked = lines.every((line) => line.startsWith(mark.before))
  const changed = lines
    .map((line) => (marked ? line.slice(mark.before.length) : line.startsWith(mark.before) ? line : mark.before + line))
    .join('\n')
  replace(area, start, end, changed)
  area.setSelectionRange(lines.length > 1 ? start : start + changed.length, start + changed.length)
}

/** Adds a paragraph after the one with the cursor. */
export function putParagraph(area: HTMLTextAreaElement, text: string): void {
  const after = area.value.indexOf('\n\n', area.selectionEnd)
  const at = after === -1 ? area.value.length : after
  const before = area.value.slice(0, at).trim() === '' ? '' : '\n\n'
  replace(area, at, at, `${before}${text}${after === -1 ? '\n\n' : ''}`)
}

/** Turns the selection into a link and puts the cursor at its address. */
export function putLink(area: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = area
  const words = value.slice(start, end) || 'link text'
  replace(area, start, end, `[${words}](https://)`)
  const address = start + words.length + 3
  area.setSelectionRange(address, address + 'https://'.length)
}

function replace(area: HTMLTextAreaElement, start: number, end: number, text: string): void {
  area.focus()
  area.setSelectionRange(start, end)
  // Deprecated, but still the only way that works with the browser's undo. It returns false where it is not supported.
  const values = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!values) {
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
