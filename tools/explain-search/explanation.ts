import * as v from 'valibot'

/** The response of public.explain_search. */
export const explanationSchema = v.object({
  words: v.array(
    v.object({
      typed: v.string(),
      corrected: v.nullable(v.string()),
      offered: v.nullable(v.string()),
      weight: v.nullable(v.number()),
      optional: v.nullable(v.boolean()),
    }),
  ),
  meanings: v.array(v.object({ part: v.string(), found: v.string(), factor: v.number() })),
  kinds: v.array(v.string()),
  results: v.array(
    v.object({
      title: v.string(),
      points: v.number(),
      exact: v.boolean(),
      matches: v.array(v.object({ part: v.string(), found: v.string(), share: v.number(), weight: v.number() })),
    }),
  ),
})

/** Returns the plan of a search as lines of text. */
export function formatExplanation(
  search: string,
  { words, meanings, kinds, results }: v.InferOutput<typeof explanationSchema>,
): string {
  const wordLines = words.map(({ typed, corrected, offered, weight, optional }) =>
    [
      `  ${typed.padEnd(20)} weight ${(weight ?? 0).toFixed(2)}`,
      optional ? 'may be missing' : '',
      corrected ? `corrected to ${corrected}` : '',
      offered ? `${offered} offered` : '',
    ]
      .filter(Boolean)
      .join(', '),
  )
  const resultLines = results.flatMap(({ title, points, exact, matches }, at) => [
    `${String(at + 1).padStart(2)}. ${title}`,
    `    ${points} points, ${exact ? 'a full match' : 'a partial match'}`,
    ...matches.map(({ part, found, share, weight }) => `    ${part}: ${found}, share ${share}, weight ${weight}`),
  ])
  return [
    `Search: ${search}`,
    'Words:',
    ...wordLines,
    'Found by:',
    ...meanings.map(({ part, found, factor }) => `  ${part}: ${found} (${factor})`),
    ...(kinds.length > 0 ? [`Ranked first: ${kinds.join(', ')}`] : []),
    results.length > 0 ? 'Results:' : 'No results.',
    ...resultLines,
  ].join('\n')
}
