import { data } from 'react-router'
import type { FieldErrors, Typed } from '#app/platform/forms/form.server.ts'

/**
 * The response to a form that was not saved: the reason in a sentence, the errors at fields, and the submitted values.
 */
export type ActionResult = {
  text: string
  errors: FieldErrors
  values: Typed
  /** The act whose form it was, where a page has several. */
  act?: string
  /** The version that another admin saved since then, and its values that differ from the submitted ones. */
  stored?: { version: string; fields: { label: string; value: string }[] }
  /** True if the connection broke before the server responded. */
  offline?: true
  /** The form's file, which has arrived and need not be sent again. Size in bytes. */
  arrived?: { id: string; name: string; size: number; sha256: string }
  /** The time in milliseconds, which distinguishes two equal responses. */
  at: number
}

/** Builds a response with the current time. */
export function actionResult(text: string, parts: Partial<Omit<ActionResult, 'text' | 'at'>> = {}): ActionResult {
  return { text, errors: {}, values: {}, ...parts, at: Date.now() }
}

/** Returns a function that rejects a form: it responds with the reason, the submitted values and the errors at fields. */
export function rejectWith(values: Typed, act?: string) {
  return (text: string, status: number, errors: FieldErrors = {}, stored?: ActionResult['stored']) =>
    data(actionResult(text, { values, errors, ...(act && { act }), ...(stored && { stored }) }), { status })
}

export const sentences = {
  fields: 'Check the marked fields.',
  failed: 'It could not be saved. Nothing is lost; try again in a minute.',
  notDeleted: 'It could not be deleted, and is still there. Try again in a minute.',
  offline: 'The connection was lost before it was saved. What you typed is saved on this device.',
  changed:
    'This was changed after you opened it, by someone else or by you in another tab. Your text is still here; check the stored version, then save again.',
  impossible: 'That is no longer possible: it is already done, or its state changed.',
  settled: 'This was already done, by someone else or by you in another tab.',
  gone: 'This no longer exists.',
} as const
