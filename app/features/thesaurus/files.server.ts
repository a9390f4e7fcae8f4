import { publicCache } from '#app/platform/cache/cache.server.ts'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { type CsvRow, writeCsv } from '#app/platform/lists/csv.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { entryForm, type EntryForm } from './admin-schema.ts'
import { SEARCHES } from './admin.server.ts'

/** The columns of a file of the thesaurus, in the order in which it is written. The first two must be there. */
export const columns = ['term', 'meaning', 'sort', 'both_ways'] as const
/** Rows a read; a hosted backend gives no more at once. */
const ROWS = 1000
const YES = /^(yes|y|true|1|on)$/i

/** What a file says: entries, or why its lines are none. Nothing is written while a line is wrong. */
export type ReadFile = { entries: EntryForm[]; wrong: { line: number; reason: string }[] } | { fault: string }

/** Reads a file's rows, the first of which names the columns. A line that repeats another one counts once. */
export function readEntries([head, ...body]: readonly CsvRow[]): ReadFile {
  const names = (head?.cells ?? []).map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const missing = columns.slice(0, 2).find((column) => !names.includes(column))
  const unknown = names.find((name) => name !== '' && !columns.some((column) => column === name))
  if (missing || unknown) {
    return {
      fault: `The first line must name the columns: ${columns.join(', ')}. ${
        missing ? `The column ${missing} is missing.` : `There is no column ${unknown}.`
      }`,
    }
  }
  const entries = new Map<string, EntryForm>()
  const wrong: { line: number; reason: string }[] = []
  for (const { line, cells } of body.filter((row) => row.cells.some((cell) => cell.trim() !== ''))) {
    const input = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
    const { values, errors } = checkForm(entryForm, {
      ...input,
      sort: input.sort?.trim().toLowerCase() || 'synonym',
      both_ways: YES.test(input.both_ways?.trim() ?? '') ? 'on' : '',
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
 * Writes entries into the thesaurus, all or none: new ones are added, those that are there are changed, deleted ones come back.
 * @returns how many were written; what was the same already is not counted.
 * @throws when the backend refused or failed.
 */
export async function importEntries(admin: CurrentUser, entries: readonly EntryForm[]): Promise<number> {
  const { data } = await admin.client.rpc('import_thesaurus', { entries: [...entries] }).throwOnError()
  SEARCHES.forEach((key) => publicCache.forget(key))
  return data
}

/** The thesaurus as a file that can be imported again. Throws when the backend failed. */
export async function thesaurusAsCsv(admin: CurrentUser): Promise<string> {
  const lines: string[][] = []
  for (let whole = false; !whole;) {
    const { data } = await admin.client
      .from('thesaurus')
      .select('term, meaning, sort, both_ways')
      .is('deleted_at', null)
      .order('term')
      .order('meaning')
      .range(lines.length, lines.length + ROWS - 1)
      .throwOnError()
    lines.push(...data.map(({ term, meaning, sort, both_ways }) => [term, meaning, sort, both_ways ? 'yes' : 'no']))
    whole = data.length < ROWS
  }
  return writeCsv([[...columns], ...lines])
}
