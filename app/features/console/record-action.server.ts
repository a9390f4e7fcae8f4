import { data, type RouterContextProvider } from 'react-router'
import type * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { Database } from '#app/services/database.ts'
import { checkForm, type FieldErrors, readForm, submittedValues, type Typed } from '#app/platform/forms/form.server.ts'
import { readAll } from '#app/platform/lists/pages.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type ToastMessage, redirectWithToast } from '#app/platform/session/toast.server.ts'
import { actionResult, sentences } from './action-result.ts'
import { readOrigin, withOrigin } from './origin.ts'
import { requireAdmin } from './require-admin.server.ts'
import { type FieldMap, getControls, getCopies, getFormValues, getHeadings } from './field-map.ts'
import {
  addRecord,
  anyTable,
  changeRecord,
  deleteRecord,
  readRow,
  type RejectedSave,
  restoreRecord,
  type Shelf,
} from './records.server.ts'
import { formatMoment, isTimestamp } from '#app/platform/text/dates.ts'
import { cutText } from '#app/platform/text/safe-text.ts'

type Tables = Database['public']['Tables']

/** The maximum length of a copy's name: that of the shortest name column. */
const MAX_NAME = 200
/** The maximum number of generated slugs, in case concurrent requests take the same one. */
const MAX_TRIES = 5

type Row<Table extends Shelf> = Tables[Table]['Insert'] & Tables[Table]['Update']

/** The part of an admin section that differs between kinds of records. */
export type RecordAdmin<Table extends Shelf, Values> = {
  table: Table
  /** The address of its list; a record's address adds a slash and its id. */
  path: string
  /** The noun for a record in a sentence, such as 'service'. */
  noun: string
  fields: FieldMap<keyof Values & string>
  schema: v.GenericSchema<Record<string, unknown>, Values>
  /** The field that must be unique, and the error if another record has the same value. */
  unique?: { field: keyof Values & string; reason: string }
  /**
   * Converts a checked form to a row, if they differ; `id` is the record's, undefined for a new one. Throws if it needed
   * the backend, and the backend failed.
   */
  row?(values: Values, admin: CurrentUser, id: string | undefined): Row<Table> | Promise<Row<Table>>
  /** Runs before a new record is added. Throws if the backend failed; then nothing is added. */
  beforeAdding?(admin: CurrentUser): Promise<unknown>
  /** The errors of the fields that a draft may lack, but a published record may not. */
  required?: { readonly [Field in keyof Values & string]?: string }
  /**
   * Returns the errors for which a record is not published; the admin may confirm them with a tick. A planned draft is
   * saved with them: publish_scheduled holds it back.
   */
  beforePublishing?(values: Values, submitted: Readonly<Record<string, string>>): FieldErrors | null
  /** Returns the part of the toast about a change that the admin can undo there; `previous` was stored before. */
  describeChange?(id: string, previous: StoredRecord, values: Values): Pick<ToastMessage, 'text' | 'undo'> | null
  /** The field with the name of a duplicate. Without it, records are not duplicated. */
  duplicate?: keyof Values & string
  /** The column values that show and hide a record; none for records that are always shown. */
  show?: { on(): Tables[Table]['Update']; off(): Tables[Table]['Update'] }
  /** Returns true if a record is on the site. Without it, its column `published_at` decides. */
  isShown?(row: Tables[Table]['Row']): boolean
  /** Converts stored values for the form that a `format` of the fields cannot. */
  convert?(values: Record<keyof Values & string, string>): Promise<Record<keyof Values & string, string>>
  /** The prefixes of the cache keys for visitors' reads of these records. */
  cacheKeys: readonly string[]
}

export type StoredRecord = {
  fields: Record<string, string>
  version: string
  shown: boolean
  deleted: boolean
}

/** The values that show and hide records with the column `published_at`. */
export const publishing = {
  on: () => ({ published_at: new Date().toISOString() }),
  off: () => ({ published_at: null }),
} as const

type Arguments = { request: Request; params: { id?: string | undefined }; context: Readonly<RouterContextProvider> }

/** Returns a record for its form, with its version, or null if it does not exist. Throws if the backend failed. */
export async function readRecord<Table extends Shelf, Values>(
  { table, fields, isShown, convert }: Pick<RecordAdmin<Table, Values>, 'table' | 'fields' | 'isShown' | 'convert'>,
  admin: CurrentUser,
  id: string,
): Promise<StoredRecord | null> {
  const row = await readRow(admin, table, id, [...Object.keys(fields), ...(isShown ? [] : ['published_at'])])
  if (!row) {
    return null
  }
  const values = getFormValues(fields, row)
  return {
    fields: convert ? await convert(values) : values,
    version: row.updated_at,
    shown: isShown ? isShown(row) : row.published_at !== null,
    deleted: row.deleted_at !== null,
  }
}

/** Returns the records of a section that are not deleted, as their forms show them, the oldest first. Throws if the backend failed. */
export async function readAllRecords<Table extends Shelf, Values>(
  { table, fields, convert }: Pick<RecordAdmin<Table, Values>, 'table' | 'fields' | 'convert'>,
  admin: CurrentUser,
): Promise<Record<string, string>[]> {
  const columns = [...Object.keys(fields), 'created_at', 'id'].join(', ')
  const rows = await readAll<unknown>(() => anyTable(admin, table).select(columns).is('deleted_at', null), ['created_at', 'id'])
  return Promise.all(
    rows.map(async (row) => {
      const values = getFormValues(fields, row as { [Name in keyof Values & string]?: unknown })
      return convert ? await convert(values) : values
    }),
  )
}

type Saved = { id: string; notice?: string | undefined }

/** A form of a record's page as it arrived. */
export type SentRecord<Table extends Shelf> = {
  submitted: Typed
  /** The page to which its page leads back, in addition to its list. */
  origin?: string | undefined
  /** The values to check, if they differ from the submitted ones. */
  fields?: Readonly<Record<string, unknown>>
  /** The errors of fields that are no columns, such as a file. */
  errors?: FieldErrors
  /** True if the form has a file. */
  hasFile?: boolean
  /**
   * Saves the row in another way than addRecord and changeRecord; `stored` is the record and its version, null for a new
   * one. Returns the record's id, and a further sentence for the toast.
   */
  save?(row: Row<Table>, stored: { id: string; version: string } | null): Promise<Saved | RejectedSave>
}

/**
 * Returns the record of a section's page, null for a new one, the controls of its form, and the errors for which a draft
 * cannot be published yet.
 * @throws 404 if the record does not exist, or the user is not an admin.
 */
export async function loadRecord<Table extends Shelf, Values>(
  resource: RecordAdmin<Table, Values>,
  { params: { id }, context }: Omit<Arguments, 'request'>,
) {
  const admin = requireAdmin(context)
  const stored = id !== undefined && looksLikeUuid(id) ? await readRecord(resource, admin, id) : null
  if (id !== undefined && !stored) {
    throw noSuchRecord(resource)
  }
  return {
    stored,
    controls: getControls(resource.fields, stored),
    missing: stored && !stored.shown && !stored.deleted ? findObstacles(resource, stored.fields) : {},
  }
}

/** Returns the errors for which a stored record cannot be published. */
function findObstacles<Table extends Shelf, Values>(
  { schema, required, beforePublishing }: Pick<RecordAdmin<Table, Values>, 'schema' | 'required' | 'beforePublishing'>,
  fields: Record<string, string>,
): FieldErrors {
  const { values, errors } = checkForm(schema, fields)
  return { ...findMissing(required, fields), ...(values ? beforePublishing?.(values, {}) : errors) }
}

/** Returns the errors of required fields that are empty. */
function findMissing(required: Readonly<Record<string, string | undefined>> = {}, fields: Readonly<Typed>): FieldErrors {
  return Object.fromEntries(
    Object.entries(required).flatMap(([name, error]) => (error === undefined || fields[name]?.trim() ? [] : [[name, error]])),
  )
}

/** Reads the form of a record's page and handles its action. */
export async function recordAction<Table extends Shelf, Values>(resource: RecordAdmin<Table, Values>, args: Arguments) {
  requireAdmin(args.context)
  const submitted = submittedValues(await readForm(args.request, args.context))
  return handleRecord(resource, args, { submitted, origin: readOrigin(new URL(args.request.url).searchParams)?.to })
}

/**
 * Handles the actions of a record's page: save, publish, unpublish, unschedule, delete, undo (of a deletion), as the
 * form's `intent` says. Visitors see the change at once. Success redirects with a toast; errors are shown at the form.
 */
export async function handleRecord<Table extends Shelf, Values>(
  resource: RecordAdmin<Table, Values>,
  { params, context }: Omit<Arguments, 'request'>,
  { submitted, origin, fields = submitted, errors: fileErrors = {}, hasFile = false, save }: SentRecord<Table>,
) {
  const admin = requireAdmin(context)
  const { intent = 'save' } = submitted
  const { id } = params
  const headings: Readonly<Record<string, string>> = getHeadings(resource.fields)
  if (id !== undefined && !looksLikeUuid(id)) {
    throw noSuchRecord(resource)
  }
  if (id && intent === 'delete') {
    return remove(id)
  }
  if (id && intent === 'undo') {
    return restore(id)
  }
  if (id && intent === 'duplicate') {
    return duplicate(id)
  }
  if (id && intent === 'unschedule') {
    return unschedule(id)
  }

  const { values, errors } = checkForm(resource.schema, fields)
  const missing = findMissing(resource.required, submitted)
  const isIncomplete = Object.keys(missing).length > 0
  const demanded = isIncomplete && (intent === 'publish' || isEmpty() || (intent === 'save' && (await isShown()))) ? missing : {}
  const faults = { ...demanded, ...errors, ...fileErrors }
  if (values === null || Object.keys(faults).length > 0) {
    return data(actionResult(sentences.fields, { errors: faults, values: submitted }), { status: 400 })
  }
  const plannedAt = getSchedule(values)
  const warnings = resource.beforePublishing?.(values, submitted) ?? null
  if (warnings && (intent === 'publish' || (intent === 'save' && (await makesItWorse())))) {
    return data(actionResult(sentences.fields, { errors: warnings, values: submitted }), { status: 400 })
  }
  const previous = id && resource.describeChange ? await readRecord(resource, admin, id) : null
  const saved = await saveValues(values)
  if (typeof saved === 'string') {
    return rejected(saved, submitted)
  }
  const schedule = plannedAt !== null && intent === 'save' && describeSchedule(plannedAt, { ...missing, ...warnings })
  const change = (previous && resource.describeChange?.(saved.id, previous, values)) ?? {}
  const toastText = [change.text, schedule, saved.notice].filter(Boolean).join(' ')
  return done(
    intent === 'publish' ? 'Published' : intent === 'unpublish' ? 'Unpublished' : 'Saved',
    withOrigin(`${resource.path}/${saved.id}`, origin),
    { ...change, ...(toastText && { text: toastText }) },
  )

  /** Returns true for a new record without a typed value and without a file: there is no draft to save. */
  function isEmpty(): boolean {
    const typed = Object.entries<{ kind?: string }>(resource.fields).filter(([, { kind }]) => kind !== 'tick')
    return !id && !hasFile && typed.every(([name]) => !submitted[name]?.trim())
  }

  async function isShown(): Promise<boolean> {
    return id !== undefined && ((await readRecord(resource, admin, id))?.shown ?? false)
  }

  /**
   * Returns true if the record is on the site and had none of the warnings before: its link was removed, for example.
   * Then a save needs the same confirmation as publishing.
   */
  async function makesItWorse(): Promise<boolean> {
    const stored = id ? await readRecord(resource, admin, id) : null
    if (!stored?.shown) {
      return false
    }
    const before = checkForm(resource.schema, stored.fields)
    return before.values === null || (resource.beforePublishing?.(before.values, {}) ?? null) === null
  }

  /** Adds a draft with the stored values of a record. */
  async function duplicate(record: string) {
    const stored = await readRecord(resource, admin, record)
    if (!stored || !resource.duplicate) {
      throw noSuchRecord(resource)
    }
    const name = resource.duplicate
    const copied = {
      ...stored.fields,
      ...getCopies(resource.fields),
      [name]: cutText(`Copy of ${stored.fields[name]}`, MAX_NAME),
    }
    const copy = checkForm(resource.schema, copied)
    if (copy.errors) {
      const [[field, error] = ['', '']] = Object.entries(copy.errors)
      return data(actionResult(`It cannot be duplicated as it is stored. ${headings[field] ?? field}: ${error}`), {
        status: 400,
      })
    }
    const added = await getRow(copy.values, undefined)
      .then((row) => addRecord(admin, resource.table, row))
      .catch(orLog(`Could not duplicate a ${resource.noun}`, 'failed' as const))
    return typeof added === 'string'
      ? rejected(added, {})
      : done('Duplicated', `${resource.path}/${added.id}`, { text: 'This is the copy, a draft.' })
  }

  /** Returns the row of a checked form. Without a `row` of the section, the values are the columns. */
  async function getRow(checked: Values, record: string | undefined): Promise<Row<Table>> {
    return resource.row ? resource.row(checked, admin, record) : (checked as Row<Table>)
  }

  /** Removes the time at which a draft would be published, and saves nothing else. */
  async function unschedule(record: string) {
    const { version } = submitted
    const unplanned = { publish_at: null } as Tables[Table]['Update']
    const outcome = isTimestamp(version)
      ? await changeRecord(admin, resource.table, { id: record, version }, unplanned).catch(
          orLog(`Could not unschedule a ${resource.noun}`, 'failed' as const),
        )
      : 'changed'
    return outcome === 'saved'
      ? done('Schedule cancelled', withOrigin(`${resource.path}/${record}`, origin), { text: 'It is a draft without a time.' })
      : rejected(outcome, {})
  }

  async function remove(record: string) {
    const deleted = await deleteRecord(admin, resource.table, record).catch(
      orLog(`Could not delete a ${resource.noun}`, 'failed' as const),
    )
    if (deleted === 'failed') {
      return data(actionResult(sentences.notDeleted, { values: submitted }), { status: 502 })
    }
    if (!deleted) {
      throw noSuchRecord(resource)
    }
    return done(`${capitalised(resource.noun)} deleted`, resource.path, { undo: `${resource.path}/${record}` })
  }

  /**
   * Restores a deleted record. The toast shows the current state, because the earlier toast's button may be used on any
   * page.
   */
  async function restore(record: string) {
    const there = `${resource.path}/${record}`
    const outcome = await restoreRecord(admin, resource.table, record).catch(
      orLog(`Could not restore a ${resource.noun}`, 'failed' as const),
    )
    switch (outcome) {
      case 'put back':
        return done(`${capitalised(resource.noun)} restored`, there)
      case 'there':
        return done(`This ${resource.noun} is not deleted`, there, { text: 'It was restored before.' })
      case 'gone':
        return done(`This ${resource.noun} cannot be restored`, resource.path, {
          text: 'It is permanently deleted.',
          kind: 'bad',
        })
      default:
        return done(`The ${resource.noun} was not restored`, resource.path, {
          text: 'It is still deleted. Try again in a minute.',
          kind: 'bad',
          undo: there,
        })
    }
  }

  async function saveValues(checked: Values): Promise<Saved | RejectedSave | 'failed'> {
    try {
      for (let tries = 1; ; tries += 1) {
        const outcome = await saveOnce(checked)
        // Another record took the same slug at the same time. A generated slug is generated again; a submitted one gets
        // an error.
        if (outcome !== 'taken' || (resource.unique && submitted[resource.unique.field]) || tries === MAX_TRIES) {
          return outcome
        }
      }
    } catch (error) {
      logFailure(`Could not save a ${resource.noun}`, error)
      return 'failed'
    }
  }

  async function saveOnce(checked: Values): Promise<Saved | RejectedSave> {
    const wanted = {
      ...(await getRow(checked, id)),
      ...(intent === 'publish' ? resource.show?.on() : intent === 'unpublish' ? resource.show?.off() : {}),
    }
    if (!id) {
      await resource.beforeAdding?.(admin)
      return save ? save(wanted, null) : addRecord(admin, resource.table, wanted)
    }
    const { version } = submitted
    if (!isTimestamp(version)) {
      return 'changed'
    }
    if (save) {
      return save(wanted, { id, version })
    }
    const outcome = await changeRecord(admin, resource.table, { id, version }, wanted)
    return outcome === 'saved' ? { id } : outcome
  }

  async function rejected(reason: RejectedSave | 'failed', words: Record<string, string>) {
    switch (reason) {
      case 'taken':
        return data(
          actionResult(sentences.fields, {
            values: words,
            errors: resource.unique ? { [resource.unique.field]: resource.unique.reason } : {},
          }),
          { status: 409 },
        )
      case 'changed': {
        const stored = id ? await readRecord(resource, admin, id) : null
        return data(
          actionResult(sentences.changed, {
            values: words,
            ...(stored ? { stored: { version: stored.version, fields: differences(headings, stored.fields, words) } } : {}),
          }),
          { status: 409 },
        )
      }
      case 'no_file':
        return data(
          actionResult('Not saved: this work cannot be sold here, because it is a sample or has no file for buyers.', {
            values: words,
          }),
          { status: 400 },
        )
      case 'withheld':
        return data(
          actionResult('Not saved: its student took this work off sale, and only they put it back.', { values: words }),
          {
            status: 409,
          },
        )
      case 'not_below':
        return data(
          actionResult(sentences.fields, { values: words, errors: { price: 'A bundle costs less than its works one by one' } }),
          { status: 400 },
        )
      case 'no_work':
        return data(
          actionResult(sentences.fields, { values: words, errors: { works: 'One of these is no work of the catalogue' } }),
          { status: 400 },
        )
      case 'for_all':
        return data(
          actionResult(sentences.fields, {
            values: words,
            errors: { works: 'Choose a work or a category. For all works, add another code' },
          }),
          { status: 400 },
        )
      case 'gone':
        return data(actionResult(sentences.gone, { values: words }), { status: 409 })
      default:
        return data(actionResult(sentences.failed, { values: words }), { status: 502 })
    }
  }

  function done(title: string, to: string, more: Partial<ToastMessage> = {}) {
    for (const key of resource.cacheKeys) {
      publicCache.invalidate(key)
    }
    return redirectWithToast(context, to, { title, ...more })
  }
}

/** Returns the time at which a draft will be published, or null. */
function getSchedule(values: unknown): string | null {
  return typeof values === 'object' && values !== null && 'publish_at' in values && typeof values.publish_at === 'string'
    ? values.publish_at
    : null
}

/** Returns the toast of a planned draft. One that cannot be published yet stays a draft until its warnings are gone. */
function describeSchedule(plannedAt: string, warnings: FieldErrors): string {
  const planned = `It will be published on ${formatMoment(plannedAt)}`
  const reasons = Object.values(warnings)
  return reasons.length > 0 ? `${planned}, or later: ${reasons.join('. ')}.` : `${planned}.`
}

/** Returns the labels and values of fields whose stored value differs from the submitted one. */
function differences(labels: Readonly<Record<string, string>>, stored: Record<string, string>, values: Record<string, string>) {
  return Object.entries(labels).flatMap(([name, label]) =>
    (stored[name] ?? '') === (values[name] ?? '').replaceAll('\r\n', '\n') ? [] : [{ label, value: stored[name] ?? '' }],
  )
}

function noSuchRecord({ noun, path }: { noun: string; path: string }) {
  return notFound(`${capitalised(noun)} not found`, 'It may have been deleted, or the address is incomplete.', {
    to: path,
    label: 'Back to the list',
  })
}
