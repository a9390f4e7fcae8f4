import { publicCache } from '#app/platform/cache/cache.server.ts'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { type CsvRow, readColumnNames, writeCsv } from '#app/platform/lists/csv.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { entryForm, type EntryForm } from './fields.ts'
import { SEARCHES } from './admin.server.ts'

/** The columns of a thesaurus file, in export order. The first two are required. */
export const columns = ['term', 'meaning', 'sort', 'both_ways', 'source'] as const
const YES = /^(yes|y|true|1|on)$/i

/** The result of reading a file: entries, or its invalid lines. Nothing is written while a line is invalid. */
export type ReadFile = { entries: EntryForm[]; wrong: { line: number; reason: string }[] } | { fault: string }

/** Parses a file's rows, the first of which names the columns. A repeated line counts once. */
export function readEntries([head, ...body]: readonly CsvRow[]): ReadFile {
  const named = readColumnNames(head, columns, columns.slice(0, 2))
  if ('fault' in named) {
    return named
  }
  const entries = new Map<string, EntryForm>()
  const wrong: { line: number; reason: string }[] = []
  for (const { line, cells } of body) {
    const input = Object.fromEntries(named.names.map((name, at) => [name, cells[at] ?? '']))
    const { values, errors } = checkForm(entryForm, {
      ...input,
      sort: input.sort?.trim().toLowerCase() || 'synonym',
      both_ways: YES.test(input.both_ways?.trim() ?? '') ? 'on' : '',
      source: input.source?.trim().toLowerCase() || 'usage',
    })
    if (errors) {
      wrong.push({ line, reason: Object.values(errors).join('; ') })
    } else {
      entries.set(`${values.term}\n${values.meaning}`.toLowerCase(), values)
    }
  }
  return { entries: [...entries.values()], wrong }
}

/**
 * Imports entries into the thesaurus, all or none: new ones are added, existing ones changed, deleted ones restored.
 * @returns the number of written entries, without unchanged ones.
 * @throws if the backend rejected them or failed.
 */
export async function importEntries(admin: CurrentUser, entries: readonly EntryForm[]): Promise<number> {
  const { data } = await admin.client.rpc('import_thesaurus', { entries: [...entries] }).throwOnError()
  SEARCHES.forEach((key) => publicCache.invalidate(key))
  return data
}

/** Exports the thesaurus as a file that can be imported again. Throws if the backend failed. */
export async function thesaurusAsCsv(admin: CurrentUser): Promise<string> {
  const entries = await readAll(
    () => admin.client.from('thesaurus').select('term, meaning, sort, both_ways, source').is('deleted_at', null),
    ['term', 'meaning'],
  )
  const lines = entries.map(({ term, meaning, sort, both_ways, source }) => [
    term,
    meaning,
    sort,
    both_ways ? 'yes' : 'no',
    source,
  ])
  return writeCsv([[...columns], ...lines])
}
