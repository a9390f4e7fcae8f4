import { data, type RouterContextProvider } from 'react-router'
import { readForm } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { type ActionResult, actionResult, sentences } from './action-result.ts'
import { type BulkResult, bulkResult, describeOutcome, type Unchanged } from './bulk.ts'

/** The maximum number of rows of one request: more than a page of any list has. */
const MAX_ROWS = 100

/** The rows that an admin selected on a list, and the button. */
export type Selection = { intent: string; ids: string[]; to: string; isConfirmed: boolean }

/**
 * Reads the form of a list with selected rows. 'Select all on this page' sends the page's rows as `shown`, so that it
 * works without a script. Returns null if the form is not about selected rows.
 */
export function readSelection(form: FormData, isId: (id: string) => boolean): Selection | null {
  if (form.get('selection') !== 'rows') {
    return null
  }
  const sent = form.getAll(form.get('all') === 'on' ? 'shown' : 'id')
  const ids = [...new Set(sent.filter((id) => typeof id === 'string'))].filter((id) => isId(id)).slice(0, MAX_ROWS)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { intent: text('intent'), ids, to: text('to'), isConfirmed: form.get('confirmed') === 'on' }
}

/** Returns the ids of the selected rows in an address, as the list's form sends them to a page of their own. */
export function selectionInAddress(request: Request, isId: (id: string) => boolean): string[] {
  const form = new FormData()
  for (const [name, value] of new URL(request.url).searchParams) {
    form.append(name, value)
  }
  return readSelection(form, isId)?.ids ?? []
}

/** Returns the address of the list, with its search and filters, from which the rows of an address were selected. */
export function listInAddress(request: Request, path: string): string {
  const query = new URLSearchParams(new URL(request.url).searchParams.get('list') ?? '').toString()
  return query ? `${path}?${query}` : path
}

/** The outcome for one row: its name, and why it did not change. */
export type RowOutcome = { id: string; name: string; reason: string | null }

/** Returns the ids of the rows that changed, and the others with their reasons. */
export function splitOutcomes(outcomes: readonly RowOutcome[]): { changed: string[]; unchanged: Unchanged[] } {
  return {
    changed: outcomes.flatMap(({ id, reason }) => (reason === null ? [id] : [])),
    unchanged: outcomes.flatMap(({ id, name, reason }) => (reason === null ? [] : [{ id, name, reason }])),
  }
}

type Response = BulkResult | ReturnType<typeof data<BulkResult | ActionResult>>

/**
 * Runs an action on selected rows and reports what changed.
 * @param verb the past participle in the report, such as 'published'.
 */
export async function runBulk(
  { ids }: Selection,
  verb: string,
  run: (ids: readonly string[]) => Promise<readonly RowOutcome[]>,
  undo?: { intent: string; label: string },
): Promise<Response> {
  if (ids.length === 0) {
    return data(actionResult('Select at least one row.'), { status: 400 })
  }
  try {
    const outcomes = await run(ids)
    const { changed, unchanged } = splitOutcomes(outcomes)
    return bulkResult(describeOutcome(changed.length, verb, unchanged), {
      unchanged,
      hasChanged: changed.length > 0,
      next: undo && changed.length > 0 ? { ...undo, ids: changed, isConfirmed: false } : null,
    })
  } catch (error) {
    logFailure(`Could not run an action on selected rows (${verb})`, error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
}

/** Asks before an action that cannot be undone, and names the number of rows. `label` is the confirming button. */
export function askFirst({ intent, ids }: Selection, text: string, label: string): Response {
  return ids.length === 0
    ? data(actionResult('Select at least one row.'), { status: 400 })
    : bulkResult(text, { next: { intent, label, ids, isConfirmed: true } })
}

/**
 * Handles the button of a list that closes the selected rows permanently, after a confirmation. Responds with 400 to any
 * other button.
 * @param text nouns for the confirmation, and what the rows have not received, such as 'a reply'.
 */
export async function closeSelected(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  text: { one: string; many: string; without: string },
  close: (ids: readonly string[]) => Promise<readonly RowOutcome[]>,
): Promise<Response> {
  const selection = readSelection(await readForm(request, context), looksLikeUuid)
  if (selection?.intent !== 'close') {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  const count = selection.ids.length
  return selection.isConfirmed
    ? runBulk(selection, 'closed', close)
    : askFirst(
        selection,
        `Close ${count} ${count === 1 ? text.one : text.many} without ${text.without}? This cannot be undone.`,
        `Close ${count}`,
      )
}
