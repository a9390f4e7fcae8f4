/*
 * Checks the language of comments, names of tests, messages, texts on the screen and documents (CONTRIBUTING: Code rules), and the layout of
 * SQL. Prints what to say instead. A rule is a phrase that is wrong nearly everywhere it occurs, and that people still
 * write; words that are often right are left to reviews.
 */
import fs from 'node:fs'
import path from 'node:path'
import { findProse, type Prose } from './prose-texts.ts'

type Rule = {
  /** Each space stands for any white space, so that a phrase is found across lines. */
  pattern: RegExp
  advice: string
  /** Where it applies; everywhere if missing. */
  kinds?: readonly Prose['kind'][]
}

const say = (pattern: RegExp, words: string, kinds?: Rule['kinds']): Rule => ({
  pattern,
  advice: `say ${words} instead`,
  ...(kinds && { kinds }),
})

/** Everything that users do not read. */
const INTERNAL: readonly Prose['kind'][] = ['comment', 'docstring', 'test name', 'message', 'document']

const rules: readonly Rule[] = [
  say(/\bby (?:itself|themselves)\b/giu, '"automatically" or "alone"'),
  say(/\bfor good\b/giu, '"permanently"'),
  say(/\bof (?:ours|theirs|hers|yours)\b/giu, '"our" or "their"', INTERNAL),
  say(/\bof one['’]s own\b/giu, '"its own", "our" or "self-managed"'),
  say(/\bso many\b(?![^.;:]{0,90}\bthat\b)/giu, 'the number or "this many"'),
  say(/(?<!\bthere )\b(?:is|are|was|were) none\b(?! of)/giu, '"is not one", "does not exist" or "is invalid"'),
  say(/\bwrit(?:e|es|ten|ing) down\b/giu, '"record", "save" or "log"'),
  say(/\bmeanwhile\b/giu, '"since then", "at the same time" or "in the meantime"'),
  say(/\bbesides\b/giu, '"also" or "in addition to"'),
  say(/\bstands?\b(?! for\b| in for\b|-)/giu, '"is", "is shown" or "references"'),
  say(/\blies? (?:in|at|on|with|below|outside|under|behind|there|beside)\b/giu, '"is" or "is stored"'),
  say(/\bt(?:akes?|aken|aking|ook) back\b/giu, '"reverse", "withdraw" or "undo"'),
  say(/\bjust now\b/giu, '"currently" or "recently"'),
  say(/\b(?:a|whole|own|each) Lamplight\b(?!['’-])|\bLamplights\b/giu, '"an app instance"', INTERNAL),
  say(/(?<![-./])\b(?:mailed|mails?)\b(?![-./]| (?:servers?|programs?|clients?|providers?|scanners?|accounts?)\b)/giu, '"email"'),
  say(/\b(?:is|are|was|were) told\b(?! to\b)/giu, '"notified" or "shown"'),
  say(/\bsomebody\b/giu, '"a user", "another admin" or "someone"'),
  say(/\ball the same\b/giu, '"anyway"'),
  {
    pattern: /^\s*(?:Of|What|Whether|Who|Whose|Whoever|For|Not|Without)\b/gu,
    advice: 'begin with a verb ("Returns") or a noun',
    kinds: ['docstring'],
  },
  { pattern: /^\s*(?:What|Whether|Who|Whose)\b/gu, advice: 'say "Could not <verb> <object>" instead', kinds: ['message'] },
  {
    pattern: /^(?:what|whether|who|whose)\b|;|: (?=\p{L})/giu,
    advice: 'name the unit and one behaviour, without a list',
    kinds: ['test name'],
  },
]

const compiled = rules.map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.pattern.source.replaceAll(' ', '\\s+'), rule.pattern.flags),
}))

const MAX_COMMENT_COLUMNS = 120

/** Lists what a formatter would fix: none formats our SQL without breaking string literals or dropping comments. */
function layoutFaults(file: string, source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) => [
      ...(/\t|\s$/.test(line) ? [`${file}:${index + 1}: remove tabs and trailing spaces`] : []),
      ...(/^\s*--/.test(line) && line.length > MAX_COMMENT_COLUMNS
        ? [`${file}:${index + 1}: wrap the comment at ${MAX_COMMENT_COLUMNS} columns`]
        : []),
    ])
}

/** Lists the faults of a file. A banned phrase is `file:line: "phrase": what to write instead`. */
export function proseFaults(file: string, source: string): string[] {
  const layout = file.endsWith('.sql') ? layoutFaults(file, source) : []
  return layout.concat(findPhrases(file, source))
}

function findPhrases(file: string, source: string): string[] {
  return findProse(file, source).flatMap(({ kind, text, line }) =>
    compiled
      .filter(({ kinds }) => !kinds || kinds.includes(kind))
      .flatMap(({ pattern, advice }) =>
        [...text.matchAll(pattern)].map((match) => {
          const phrase = match[0].trim()
          const start = match.index + match[0].indexOf(phrase)
          const phraseLine = line + text.slice(0, start).split('\n').length - 1
          return `${file}:${phraseLine}: "${phrase.replace(/\s+/g, ' ')}": ${advice}`
        }),
      ),
  )
}

/** Content of products and samples has its own checks; the others are generated or installed. */
const EXCLUDED = [
  '**/node_modules',
  'build',
  'test-results',
  'bench/results',
  'products/!(builder|README.md)/**',
  'supabase/seed',
  'supabase/.temp',
  'app/services/database.types.ts',
]

if (import.meta.main) {
  process.chdir(path.resolve(import.meta.dirname, '../..'))
  const files =
    process.argv.length > 2 ? process.argv.slice(2) : fs.globSync('**/*.{ts,tsx,mjs,sql,css,md}', { exclude: EXCLUDED })
  const faults = files.toSorted().flatMap((file) => proseFaults(file, fs.readFileSync(file, 'utf8')))
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\n${faults.length} faults`)
    process.exitCode = 1
  }
}
