const MAX_BYTES = 180

/**
 * Returns the archive name of a user's nth work (from 1): the original name, changed so that every phone and computer
 * can unpack it. It contains no folder, no leading dot and no reserved character, and fits the byte limit of every file
 * system.
 */
export function nameInArchive(nth: number, fileName: string): string {
  const plain = fileName.replaceAll(/[^\p{L}\p{N}\p{M}._ -]+/gu, '-')
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?[. ]*$/u.exec(plain) ?? []
  const trimmed = shortenedTo(MAX_BYTES, stem.replaceAll(/\.{2,}/g, '.').replaceAll(/^[. ]+|[. ]+$/g, ''))
  return `${String(nth).padStart(3, '0')}-${trimmed || 'file'}${ending}`
}

/** Cuts a text to the characters that fit into this many bytes of UTF-8. */
function shortenedTo(bytes: number, text: string): string {
  let left = bytes
  let stored = ''
  for (const letter of text) {
    left -= Buffer.byteLength(letter)
    if (left < 0) {
      return stored
    }
    stored += letter
  }
  return stored
}
