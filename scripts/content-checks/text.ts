/** Returns the lower-case words of a text, without Markdown's marks and table lines. */
export function getWords(text: string): string[] {
  return (
    withoutAddresses(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}₦%]+(?:[.,'’/-][\p{L}\p{N}%]+)*/gu) ?? []
  )
}

/** Returns the sentences of a Markdown text's paragraphs and list items, without headings, tables and formulas. */
export function getSentences(markdown: string): string[] {
  return withoutAddresses(markdown)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(#|\||>|```|-{3,}$)/.test(line))
    .flatMap((line) =>
      line
        .replaceAll(/`[^`]*`|\*\*|^([-*]|\d+\.) +/g, '')
        .replaceAll(/\[[^\]]*\]/g, '')
        .split(/(?<=[.?!:;]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{N}])/u),
    )
    .filter((sentence) => getWords(sentence).length > 0)
}

/** Removes the targets of Markdown links. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)\s]*\)/g, '$1')
}
