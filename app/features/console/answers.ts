import type { FieldErrors, Typed } from '../../platform/forms/form.server.ts'

/** What became of a form that was not saved: the reason in a sentence, the reasons at fields, and all that was typed. */
export type Answer = {
  text: string
  errors: FieldErrors
  typed: Typed
  /** Somebody saved meanwhile: the version that is stored now, and what it says where it differs from what was typed. */
  stored?: { version: string; fields: { label: string; value: string }[] }
  /** The line broke before the server answered. */
  offline?: true
  /** When, in milliseconds, so that the same answer twice is two answers. */
  at: number
}

/** An answer of now. */
export function answer(text: string, parts: Partial<Omit<Answer, 'text' | 'at'>> = {}): Answer {
  return { text, errors: {}, typed: {}, ...parts, at: Date.now() }
}

export const sentences = {
  fields: 'Look at the fields that are marked.',
  failed: 'It could not be saved just now. Nothing is lost; try again in a minute.',
  notDeleted: 'It could not be deleted just now, and is still there. Try again in a minute.',
  offline: 'The connection broke before it was saved. What you typed is kept on this device.',
  changed: 'Somebody changed this since you opened it. Your text is still here; look at what is stored now, then save again.',
  gone: 'This is not there any more.',
} as const
