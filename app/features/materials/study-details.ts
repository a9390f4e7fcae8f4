import { formatSize } from '#app/platform/text/sizes.ts'
import type { RowOf } from '../console/field-map.ts'
import { programmes } from './programmes.ts'
import type { studyFields } from './study-fields.ts'

/** The columns of a material about the whole work (docs/glossary.md). */
export type StudyDetails = RowOf<'research_materials', typeof studyFields & { file_size: unknown; file_date: unknown }>

/** Returns a programme's common abbreviation, or null if it is unknown. */
export function getProgramme({ programme }: Pick<StudyDetails, 'programme'>): string | null {
  return programmes.find(({ stored }) => stored === programme)?.label ?? null
}

/** Returns the number of references and the newest year, such as "46, the newest of 2023", or null if unknown. */
export function getReferences({
  reference_count: count,
  newest_reference_year: newest,
}: Pick<StudyDetails, 'reference_count' | 'newest_reference_year'>): string | null {
  if (count === null) {
    return newest === null ? null : `The newest of ${newest}`
  }
  return newest === null ? String(count) : `${count}, the newest of ${newest}`
}

/** Returns the buyer's file: format and size, such as "PDF, 1.2 MB", or null if unknown. */
export function getFile({ format, file_size }: Pick<StudyDetails, 'file_size'> & { format: string | null }): string | null {
  const known = [format === 'Word' ? 'Word Document' : format === 'Other' ? null : format, describeSize(file_size)].filter(
    (part) => part !== null,
  )
  return known.join(', ') || null
}

/** Formats a number of pages, such as 1 page or 58 pages. */
export const formatPages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`)

/** The bytes below which a size is not shown: it would say nothing, and look like a broken file. */
const MIN_SHOWN_SIZE = 10 * 1024

/**
 * Formats the size of a file on sale (bytes), such as 380 kB; null if it is unknown or too small to say anything. The
 * number and its unit stay on one line.
 */
export function describeSize(bytes: number | null): string | null {
  return bytes === null || bytes < MIN_SHOWN_SIZE ? null : formatSize(bytes).replace(' ', '\u{a0}')
}

/** Returns the known parts of the method, in the terms of the council's format. */
export function getStudyMethod(material: StudyDetails): { term: string; words: string }[] {
  return [
    { term: 'Design', words: material.design },
    { term: 'Population and sample', words: material.population_and_sample },
    { term: 'Instrument', words: material.instrument },
    { term: 'Analysis', words: material.analysis },
  ].flatMap(({ term, words }) => (words === null ? [] : [{ term, words }]))
}
