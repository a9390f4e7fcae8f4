import type { SampleContent } from '#server/seed/sample-content.ts'

/**
 * Phrases that readers of the sample content marked as literary, and similar ones. A Nigerian supervisor
 * would write the plain sentence. The list only prevents their return; most such sentences are found only by reading.
 */
const TURNED = [
  /\bin what measure\b/i,
  /\bone-way road\b/i,
  /\b(?:go|goes|went|come|comes|came) to stand beside\b/i,
  /\bas the bottle that\b/i,
  /\bare no instructions\b/i,
  /(?:^|[.?!] )Picture an? /,
  /\b(?:Why|Who|What), then,/,
  /\b(?:small wonder|few sights)\b/i,
  /\b(?:is|are) another matter\b/i,
  /\bno small (?:thing|matter)\b/i,
  /\bspeaks? for (?:itself|themselves)\b/i,
  /\broad to (?:relapse|ruin|recovery)\b/i,
  /\b(?:has its|have their) hands full\b/i,
  /\bat the mercy of\b/i,
  /\ba gift to the\b/i,
  /\bas it were\b/i,
  /\b(?:lest|naught|whence|wherein|hitherto)\b/i,
]

/** Returns the first literary phrase of a line, or null. */
export function turnedPhraseIn(line: string): string | null {
  return TURNED.map((phrase) => phrase.exec(line)?.[0].replace(/^[.?!] /, '')).find((found) => found !== undefined) ?? null
}

/** Returns the literary phrases of the sample content, as 'file:line: what'. */
export function turnedPhrases({ materials, topics, services, courses, posts, settings }: SampleContent): string[] {
  const result = (text: string, where: (line: number) => string) =>
    text.split('\n').flatMap((line, index) => {
      const phrase = turnedPhraseIn(line)
      return phrase === null ? [] : [`${where(index)}: "${phrase}" is a turned phrase; write the plain sentence`]
    })
  return [
    ...[...materials, ...services, ...courses, ...posts].flatMap(({ head, body, file, lines }) => [
      ...Object.entries(head).flatMap(([key, value]) =>
        [value ?? []]
          .flat()
          .flatMap((each) => (typeof each === 'string' ? result(each, () => `${file}:${lines[key] ?? 1}`) : [])),
      ),
      ...result(body, (index) => `${file}:${(lines.body ?? 1) + index}`),
    ]),
    ...topics.flatMap(({ row, file, line }) => Object.values(row).flatMap((text) => result(text, () => `${file}:${line}`))),
    ...settings.flatMap(({ value, file, line }) => result(value, () => `${file}:${line}`)),
  ]
}

/**
 * Returns a work's text without the parts that all works share: the headings of the council's format, and the first
 * sentence of each care study, which states that its client is composed. Two works that share only these are not
 * similar.
 */
export function ownWords(body: string): string {
  return body.replaceAll(
    /^(?:#.*|The \w+ in this care study is composed for teaching; no real \w+ is described\. Nobody was nursed, interviewed or visited for it\.)$/gm,
    '',
  )
}
