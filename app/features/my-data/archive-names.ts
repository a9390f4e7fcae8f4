const MAX_BYTES = 180

/**
 * What the file of somebody's nth work (from 1) is called in their archive: by the name they know it by, made such that every phone and computer
 * can unpack it. No folder, no hidden file, no sign that a system keeps for itself, and no more bytes than a name may have anywhere.
 */
export function nameInArchive(nth: number, fileName: string): string {
  const plain = fileName.replaceAll(/[^\p{L}\p{N}\p{M}._ -]+/gu, '-')
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?[. ]*$/u.exec(plain) ?? []
  const trimmed = shortenedTo(MAX_BYTES, stem.replaceAll(/\.{2,}/g, '.').replaceAll(/^[. ]+|[. ]+$/g, ''))
  return `${String(nth).padStart(3, '0')}-${trimmed || 'file'}${ending}`
}

/** As many whole letters as fit into so many bytes of UTF-8. */
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
