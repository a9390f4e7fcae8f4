import { useMemo, useState, useSyncExternalStore } from 'react'
import { data } from 'react-router'
import { classifyThrown } from '#app/platform/pages/thrown.ts'
import { getAct } from '#app/platform/forms/act-address.ts'
import { ACCOUNT_FIELD } from '#app/platform/forms/account-field.ts'
import { describeUnsent, getUnsentForm } from '#app/platform/forms/unsent-form.ts'
import { type Draft as AnyDraft, getDrafts, putInto, getTexts, usePause } from '#app/platform/forms/drafts.ts'
import { isBulkResult } from './bulk.ts'
import { actionResult, type ActionResult, sentences } from './action-result.ts'

/* The drafts of the admin forms. A draft is removed when the server has saved it, or after a week. */

/** A draft with the version of the record that it edits. */
type Draft = AnyDraft & { version: string }

const drafts = getDrafts<Draft>('draft:', 7)
/** The draft is stored after this pause in typing. */
const PAUSE_MS = 250
/** Form fields that the admin does not type. */
const NOT_TYPED = new Set(['version', 'draft', 'intent', 'password', 'uploadSession', 'sha256', ACCOUNT_FIELD])

/**
 * Returns the draft of a form, and the handlers that save it. `key` names the record, `version` the version it edits,
 * and `stored` has its values by field: a draft that equals them is not offered.
 */
export function useDraft(key: string, version: string, stored: Record<string, string>) {
  const raw = useSyncExternalStore(noSubscription, () => drafts.raw(key), noDraft)
  // After the first character, the stored draft is the current text, so it is not offered any more.
  const [started, setStarted] = useState<string | null>(null)
  const found = useMemo(() => {
    const draft = started === key ? null : drafts.read(raw)
    return draft && differs(draft.fields, stored) ? draft : null
  }, [started, key, raw, stored])
  const pause = usePause(PAUSE_MS)
  const saveNow = (form: HTMLFormElement) => {
    pause.stop()
    setStarted(key)
    drafts.write(key, { version, fields: getFields(form) })
  }
  return {
    saveNow,
    saveSoon(form: HTMLFormElement) {
      pause.after(() => saveNow(form))
    },
    /** An earlier unsaved draft, or null. */
    found,
    discard() {
      drafts.remove(key)
      setStarted(key)
    },
    /** Restores the draft into the fields. */
    putBack(form: HTMLFormElement) {
      for (const [name, value] of Object.entries(found?.fields ?? {})) {
        putInto(form, name, value)
        const control = form.elements.namedItem(name)
        if (control instanceof HTMLElement) {
          // Fires an input event, so that previews update as after typing.
          control.dispatchEvent(new Event('input', { bubbles: true }))
        }
      }
      setStarted(key)
    },
  }
}

/** Returns true if a field has another value than the stored one. Forms send line breaks as CR LF. */
export function differs(fields: Record<string, string>, stored: Record<string, string>): boolean {
  const clean = (text = '') => text.replaceAll('\r\n', '\n').trim()
  return Object.entries(fields).some(([name, value]) => clean(value) !== clean(stored[name]))
}

/** Storage fires no event here, so it is read at every render. */
const noSubscription = () => () => {}
/** The server has no drafts. */
const noDraft = () => null

/**
 * Runs a form's server action: removes the draft after saving, and shows a broken connection at the form instead of an
 * error page. Export it as `clientAction`.
 */
export async function preserveFormValues({
  request,
  serverAction,
}: {
  request: Request
  serverAction: () => Promise<unknown>
}): Promise<ActionResult | undefined | ReturnType<typeof data<ActionResult>>> {
  const form = await request.clone().formData()
  const draft = form.get('draft')
  try {
    const result = await serverAction()
    if (isBulkResult(result) && result.bulk.hasChanged && typeof draft === 'string') {
      drafts.remove(draft)
    }
    return result as ActionResult | undefined
  } catch (thrown) {
    const what = classifyThrown(thrown)
    const unsent = getUnsentForm(thrown)
    const values = getTexts(form, () => true)
    const act = getAct(new URL(request.url).pathname)
    if (unsent) {
      return data(actionResult(describeUnsent(unsent), { values, act }), { status: 409 })
    }
    if (what === 'intended') {
      if (thrown instanceof Response && thrown.status < 400 && typeof draft === 'string' && !leadsToSignIn(thrown)) {
        drafts.remove(draft)
      }
      throw thrown
    }
    // An error status prevents React Router from reloading the page over the broken connection.
    return data(
      what === 'server failed'
        ? actionResult(sentences.failed, { values, act })
        : actionResult(sentences.offline, { values, act, offline: true }),
      { status: 503 },
    )
  }
}

/** Returns true for the redirect of a request without a session: it has saved nothing. */
function leadsToSignIn({ headers }: Response): boolean {
  return headers.get('location')?.startsWith('/auth') ?? false
}

function getFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      fields[control.name] = control.checked ? 'on' : ''
    }
  }
  return { ...fields, ...getTexts(new FormData(form), (name) => !NOT_TYPED.has(name)) }
}
