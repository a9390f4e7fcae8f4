import type { Plan } from './import-plan.server.ts'

/** Bytes of a file; with the rest of the form it stays within what the console's forms may have. */
export const MAX_FILE_BYTES = 1.5 * 1024 * 1024
/** Lines of each kind that are shown; the rest is counted. */
const SHOWN = 50

/** What a file would do, as the page shows it before anything is written. */
export type Preview = {
  name: string
  /** The file's text, to be sent again with the confirmation. */
  text: string
  fingerprint: string
  /** The file was not UTF-8. */
  guessed: boolean
  /** The directory changed after an earlier look. */
  moved: boolean
  added: { count: number; shown: { line: number; topic: string; area: string }[] }
  changed: {
    count: number
    shown: { line: number; topic: string; back: boolean; changes: { column: string; before: string; after: string }[] }[]
  }
  same: number
  wrong: { count: number; shown: { line: number; reason: string }[] }
}

/** A plan, as much of it as a page can hold. */
export function getPreview(
  { added, changed, same, wrong, fingerprint }: Plan,
  file: Pick<Preview, 'name' | 'text' | 'guessed' | 'moved'>,
): Preview {
  return {
    ...file,
    fingerprint,
    added: {
      count: added.length,
      shown: added.slice(0, SHOWN).map(({ line, row }) => ({ line, topic: row.topic, area: row.subject_area })),
    },
    changed: {
      count: changed.length,
      shown: changed
        .slice(0, SHOWN)
        .map(({ line, row, stored, changes }) => ({ line, topic: row.topic, back: stored.deleted_at !== null, changes })),
    },
    same,
    wrong: { count: wrong.length, shown: wrong.slice(0, SHOWN * 4) },
  }
}
