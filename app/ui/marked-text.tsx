import { markMatches } from '#app/platform/text/matched-words.ts'

/** A text with the words that a search matched in <mark>. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  return markMatches(text, search).map((piece, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other names, and are drawn once
    piece.matched ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
}
