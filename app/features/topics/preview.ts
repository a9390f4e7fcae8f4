import type { Plan } from './import-plan.server.ts'

/** The maximum size of a file; with the rest of the form it remains within the limit of the admin forms. */
export const MAX_FILE_BYTES = 1.5 * 1024 * 1024
/** The number of shown lines of each kind; the rest is only counted. */
const SHOWN = 50

/** The effect of a file, shown before anything is written. */
export type Preview = {
  name: string
  /** The file's text, to be sent again with the confirmation. */
  text: string
  fingerprint: string
  /** True if the file was not UTF-8. */
  guessed: boolean
  /** True if the directory changed after an earlier preview. */
  moved: boolean
  added: { count: number; shown: { line: number; topic: string; area: string }[] }
  changed: {
    count: number
    shown: { line: number; topic: string; back: boolean; changes: { column: string; before: string; after: string }[] }[]
  }
  same: number
  wrong: { count: number; shown: { line: number; reason: string }[] }
}

/** Returns a plan's preview, cut to what a page can hold. */
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
