import { createHash } from 'node:crypto'
import { checkForm } from '#app/platform/forms/form.server.ts'
import { type CsvRow, readColumnNames } from '#app/platform/lists/csv.server.ts'
import { topicForm, type TopicForm } from './fields.ts'

/** The columns of a topics file, in export order. Only the first is required. */
export const columns = ['topic', 'description', 'unique_selling_point', 'subject_area', 'is_sample'] as const
type Column = (typeof columns)[number]

/** A stored topic, including deleted ones. */
export type Stored = TopicForm & { id: string; updated_at: string; deleted_at: string | null }

/** The effect of a file on the directory. The lines in `wrong` are skipped. */
export type Plan = {
  added: { line: number; row: TopicForm }[]
  changed: { line: number; row: TopicForm; stored: Stored; changes: Change[] }[]
  same: number
  wrong: { line: number; reason: string }[]
  /** Identifies the changes: a later plan with the same fingerprint is the same. */
  fingerprint: string
}
type Change = { column: Column; before: string; after: string }

/**
 * Compares a file's rows, the first of which names the columns, with the stored topics. Topics match regardless of
 * case, spaces and punctuation. A column that the file lacks is left unchanged. Returns a sentence if the first line
 * names unknown or missing columns.
 */
export function planImport([head, ...body]: readonly CsvRow[], directory: readonly Stored[]): Plan | { fault: string } {
  const named = readColumnNames(head, columns, ['topic'])
  if ('fault' in named) {
    return named
  }
  const { names } = named
  const present = byKey(directory)
  const lines = new Map<string, number>()
  const plan: Omit<Plan, 'fingerprint'> = { added: [], changed: [], same: 0, wrong: [] }
  for (const { line, cells } of body) {
    const beyond = cells.slice(names.length).some((cell) => cell !== '')
    if (beyond || cells.length < names.length) {
      plan.wrong.push({ line, reason: `${cells.length} cells, where the first line has ${names.length}` })
      continue
    }
    const input = Object.fromEntries(names.flatMap((name, at) => (name ? [[name, cells[at] ?? '']] : [])))
    const key = getKey(input.topic ?? '')
    const stored = present.get(key)
    const { values, errors } = checkForm(topicForm, { ...(stored ? asForm(stored) : {}), ...input, ...getTick(input, stored) })
    const isUnclear = input.is_sample !== undefined && !YES.test(input.is_sample.trim()) && !NO.test(input.is_sample.trim())
    if (errors || isUnclear) {
      const reasons = Object.entries({ ...errors, ...(isUnclear && { is_sample: 'Write yes or no, or leave it empty' }) })
      plan.wrong.push({ line, reason: reasons.map(([column, reason]) => `${column.replaceAll('_', ' ')}: ${reason}`).join('; ') })
      continue
    }
    const before = lines.get(key)
    if (before !== undefined) {
      plan.wrong.push({ line, reason: `The same topic as line ${before}: ${values.topic}` })
      continue
    }
    lines.set(key, line)
    if (!stored) {
      plan.added.push({ line, row: values })
      continue
    }
    const changes = getChanges(stored, values)
    if (changes.length === 0 && stored.deleted_at === null) {
      plan.same += 1
    } else {
      plan.changed.push({ line, row: values, stored, changes })
    }
  }
  const written = [plan.added.map(({ row }) => row), plan.changed.map(({ row, stored }) => [stored.id, stored.updated_at, row])]
  return { ...plan, fingerprint: createHash('sha256').update(JSON.stringify(written)).digest('base64url').slice(0, 22) }
}

/** Returns a stored topic as a line of a file. */
export function getCells(topic: TopicForm): string[] {
  const form = asForm(topic)
  return columns.map((column) => (column === 'is_sample' ? (topic.is_sample ? 'yes' : 'no') : form[column]))
}

/**
 * Returns the comparison key of a topic: its letters and digits in lower case, and the signs that change a meaning, such
 * as BP <140 and BP >140, HIV+ and HIV-.
 */
function getKey(topic: string): string {
  return topic
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll(/[<>≤≥=±+]/g, ' $& ')
    .replaceAll(/[^\p{L}\p{M}\p{N}<>≤≥=±+]+/gu, ' ')
    .trim()
}

/** Indexes stored topics by key. Of two topics with the same key it prefers the one that is not deleted. */
function byKey(directory: readonly Stored[]): Map<string, Stored> {
  const known = new Map<string, Stored>()
  for (const topic of directory) {
    const key = getKey(topic.topic)
    if (!known.has(key) || known.get(key)?.deleted_at !== null) {
      known.set(key, topic)
    }
  }
  return known
}

const YES = /^(yes|y|true|1|on|sample)$/i
const NO = /^(no|n|false|0|off|)$/i

function getTick(input: Record<string, string>, stored: Stored | undefined) {
  const ticked = input.is_sample === undefined ? stored?.is_sample === true : YES.test(input.is_sample.trim())
  return { is_sample: ticked ? 'on' : '' }
}

function asForm(topic: TopicForm): Record<Column, string> {
  return {
    topic: topic.topic,
    description: topic.description ?? '',
    unique_selling_point: topic.unique_selling_point ?? '',
    subject_area: topic.subject_area,
    is_sample: topic.is_sample ? 'on' : '',
  }
}

function getChanges(stored: TopicForm, wanted: TopicForm): Change[] {
  const [before, after] = [asForm(stored), asForm(wanted)]
  return columns.flatMap((column) =>
    before[column] === after[column] ? [] : [{ column, before: before[column], after: after[column] }],
  )
}
