import { DomUtils, parseDocument } from 'htmlparser2'
import { getText } from './archive.ts'

export type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]
export type Entries = Map<string, Uint8Array>

/** Returns an element's name without its prefix. Programs other than Word choose other prefixes. */
export const getLocalName = ({ name }: XmlElement): string => name.replace(/^.*:/, '')

/** Returns all elements with one of these names, without their prefixes, in document order. */
export function findElements(root: Parameters<typeof DomUtils.getElementsByTagName>[1], ...names: string[]): XmlElement[] {
  return DomUtils.getElementsByTagName((name) => names.includes(name.replace(/^.*:/, '')), root)
}

/** Parses a part of an Office file. */
export const parseXml = (xml: string) => parseDocument(xml, { xmlMode: true })

/** A relationship of a part: its id, the last word of its type, such as footnotes, and the part it leads to. */
type Relationship = { id: string; type: string; part: string }

/** Returns the name of the part with the relationships of a part; '' is the package. */
export const relationshipsOf = (part: string): string => part.replace(/[^/]*$/, (name) => `_rels/${name}.rels`)

/** Returns the relationships of a part to other parts of the package. */
export function getRelationships(entries: Entries, part: string): Relationship[] {
  return findElements(parseXml(getText(entries, relationshipsOf(part))), 'Relationship').flatMap(({ attribs }) =>
    attribs.TargetMode === 'External'
      ? []
      : [
          {
            id: attribs.Id ?? '',
            type: (attribs.Type ?? '').replace(/^.*\//, ''),
            // A target is relative to the part's folder, or to the package when it begins with a slash.
            part: URL.parse(attribs.Target ?? '', `file:///${part}`)?.pathname.slice(1) ?? '',
          },
        ],
  )
}
