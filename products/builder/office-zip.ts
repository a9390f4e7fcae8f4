// Makes the bytes of an Office file reproducible: the libraries write the time of the build and random identifiers into
// it.
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate'

const LINKS = 'word/_rels/document.xml.rels'
/** The time of every entry of a file. */
export const EPOCH = new Date('2000-01-01T00:00:00')
const TIMESTAMP = /(<dcterms:(created|modified)[^>]*>)[^<]*(<\/dcterms:\2>)/g
const PARAGRAPH = /<a:p>.*?<\/a:p>/gs
const PARAGRAPH_PROPERTIES = /<a:pPr\b(?:[^>]*\/>|.*?<\/a:pPr>)/gs
const GUID = /\{[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\}/gi

export function normaliseOfficeFile(bytes: Uint8Array, updated: string): Uint8Array {
  const entries: Zippable = {}
  const parts = unzipSync(bytes)
  const links = linkIdsOf(parts)
  for (const [name, data] of Object.entries(parts)) {
    if (name.endsWith('/')) continue
    entries[name] = [normalisePart(name, data, updated, links), { mtime: EPOCH, level: 6 }]
  }
  return zipSync(entries)
}

/** Returns the random ids of links in a Word file, in order. */
function linkIdsOf(parts: Record<string, Uint8Array>): string[] {
  const relationships = parts[LINKS]
  return relationships ? [...strFromU8(relationships).matchAll(/Id="(rId[\w-]{20,})"/g)].map(([, id = '']) => id) : []
}

function normalisePart(name: string, data: Uint8Array, updated: string, links: readonly string[]): Uint8Array {
  if (name === 'docProps/core.xml') return strToU8(strFromU8(data).replace(TIMESTAMP, `$1${updated}T00:00:00Z$3`))
  if (name.startsWith('ppt/slides/slide')) return strToU8(withStableGuids(withOneParagraphProperties(strFromU8(data))))
  if (name === 'word/document.xml') return strToU8(withStableLinks(withStableNumbers(strFromU8(data)), links))
  if (name === LINKS) return strToU8(withStableLinks(strFromU8(data), links))
  return data
}

const withStableLinks = (xml: string, links: readonly string[]) =>
  links.reduce((result, id, index) => result.replaceAll(`"${id}"`, `"rIdLink${index + 1}"`), xml)

/** Numbers bookmarks and pictures from 1, because docx counts them over all documents of a process. */
function withStableNumbers(xml: string): string {
  const stable = new Map<string, number>()
  const number = (id: string) => stable.get(id) ?? stable.set(id, stable.size + 1).size
  return xml
    .replace(/_Toc\d+/g, (name) => `_Toc${number(name)}`)
    .replace(
      /(<w:bookmark(?:Start|End)\b[^>]*?w:id=")([^"]+)/g,
      (_, start: string, id: string) => `${start}${number(`id ${id}`)}`,
    )
    .replace(/(<wp:docPr id=")(\d+)/g, (_, start: string, id: string) => `${start}${number(`picture ${id}`)}`)
}

/**
 * Retains the first properties of each paragraph: pptxgenjs repeats them before every run, and PowerPoint uses the
 * last.
 */
function withOneParagraphProperties(xml: string): string {
  return xml.replace(PARAGRAPH, (paragraph) => {
    let count = 0
    return paragraph.replace(PARAGRAPH_PROPERTIES, (properties) => ((count += 1) === 1 ? properties : ''))
  })
}

function withStableGuids(source: string): string {
  const stable = new Map<string, string>()
  return source.replace(GUID, (guid) => {
    const known = stable.get(guid) ?? `{00000000-0000-4000-8000-${String(stable.size + 1).padStart(12, '0')}}`
    stable.set(guid, known)
    return known
  })
}
