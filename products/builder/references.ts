// References of a product (references.yaml) and their citations in its sources, by APA 7.
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { parseYaml } from './product.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
const referenceSchema = v.strictObject({
  /** The author as the text names it: "Ada & Obi", "Ada et al.", "World Health Organization". */
  author: text,
  /** With a letter if the list has two of one author and year. */
  year: v.pipe(v.string(), v.regex(/^(?:\d{4}[a-z]?|n\.d\.)$/, 'is a year as text, such as "2022" or "2022a"')),
  apa: text,
  /** The page, document number, ISBN or DOI that confirms it, and what it confirms. */
  verified: v.pipe(text, v.minLength(20, 'says which page or number confirms it')),
})
export type Reference = v.InferOutput<typeof referenceSchema>
export type References = Readonly<Record<string, Reference>>

/** The place in a source where the list is printed. */
export const REFERENCES_PLACE = '<!-- references -->'
const KEY = '[a-z][a-z0-9-]*[a-z0-9]'
/** [@ada-2020, p. 3; @obi-2021], or @ada-2020 as a part of a sentence. */
const CITATION = new RegExp(String.raw`\[(@${KEY}[^\]]*)\]|(?<![\w.@])@(${KEY})`, 'g')

/** Reads the references of a product; a product without literature has none. @throws Error naming each fault. */
export function readReferences(directory: string): References {
  const file = path.join(directory, 'references.yaml')
  return fs.existsSync(file)
    ? parseYaml(v.record(v.pipe(v.string(), v.regex(new RegExp(`^${KEY}$`))), referenceSchema), file)
    : {}
}

/** Returns the references that a source cites: a file lists what it cites, and not what another file of the product does. */
export function citedIn(source: string, references: References): References {
  const cited = new Set(citedKeys(source))
  return Object.fromEntries(Object.entries(references).filter(([key]) => cited.has(key)))
}

/** Returns the keys that a source cites. */
export function citedKeys(source: string): string[] {
  return [...source.matchAll(CITATION)].flatMap(([, group, key]) =>
    group === undefined ? [key ?? ''] : group.split(';').map((part) => readPart(part).key),
  )
}

/** Prints the citations of a source as APA 7 does. @throws Error for a citation without a reference. */
export function printCitations(source: string, references: References): string {
  const find = (key: string) => {
    const reference = references[key]
    if (!reference) throw new Error(`@${key} is not in references.yaml`)
    return reference
  }
  return source.replaceAll(CITATION, (_whole, group: string | undefined, key: string | undefined) => {
    if (group === undefined) {
      const { author, year } = find(key ?? '')
      return `${author} (${year})`
    }
    const parts = group.split(';').map((part) => {
      const { key: cited, place } = readPart(part)
      return { ...find(cited), place }
    })
    return `(${joinParts(parts.toSorted((one, other) => compareKeys(sortKey(one), sortKey(other))))})`
  })
}

/** Prints the citations in every text of a source that is read from YAML. */
export function printCitationsIn<T>(value: T, references: References): T {
  const print = (part: unknown): unknown =>
    typeof part === 'string'
      ? printCitations(part, references)
      : Array.isArray(part)
        ? part.map(print)
        : typeof part === 'object' && part !== null
          ? Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, print(entry)]))
          : part
  return print(value) as T
}

/** Returns the list in the order of APA 7, as lines of Markdown. */
export function listReferences(references: References): string[] {
  return Object.values(references)
    .toSorted((one, other) => compareKeys(sortKey(one), sortKey(other)))
    .map(({ apa }) => apa)
}

/** Returns a sentence for each reference that is not cited, or whose entry disagrees with its citation. */
export function referenceFaults(references: References, cited: ReadonlySet<string>): string[] {
  return Object.entries(references).flatMap(([key, { author, year, apa }]) => [
    ...(cited.has(key) ? [] : [`${key} is never cited`]),
    ...(apa.includes(`(${year}`) ? [] : [`${key}: the entry has no (${year})`]),
    ...(firstName(apa) === firstName(author) ? [] : [`${key}: the entry does not begin with ${firstName(author)}`]),
    ...(/[.)*]$|https:\/\/\S+$/.test(apa) ? [] : [`${key}: the entry ends without a full stop or an address`]),
  ])
}

function readPart(part: string): { key: string; place: string } {
  const match = new RegExp(String.raw`^\s*@(${KEY})\s*(?:,\s*(.+?))?\s*$`).exec(part)
  if (!match) throw new Error(`"${part.trim()}" is not a citation such as @ada-2020, p. 3`)
  return { key: match[1] ?? '', place: match[2] ?? '' }
}

/** Joins citations; years of one author follow each other: "World Health Organization, 2016, 2018". */
function joinParts(parts: readonly (Reference & { place: string })[]): string {
  return parts.reduce((line, { author, year, place }, at) => {
    const before = parts[at - 1]
    const isSame = before?.author === author && before.place === ''
    const cite = [...(isSame ? [] : [author]), year, ...(place ? [place] : [])].join(', ')
    return `${line}${at === 0 ? '' : isSame ? ', ' : '; '}${cite}`
  }, '')
}

const firstName = (words: string) => /^[\p{L}\p{M}’'-]+/u.exec(words.replace(/^\*/, ''))?.[0] ?? ''
const sortKey = ({ apa, year }: Reference) => [apa.replace(/\(\d{4}[\s\S]*/, ''), year] as const
const compareKeys = (one: readonly [string, string], other: readonly [string, string]) =>
  lettersOf(one[0]).localeCompare(lettersOf(other[0]), 'en') || one[1].localeCompare(other[1], 'en')
/** A full stop or an ampersand does not count: an author alone comes before the same one with others. */
const lettersOf = (words: string) =>
  words
    .replaceAll(/[^\p{L}\d ]/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim()
