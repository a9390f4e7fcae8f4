import { data, redirect, type RouterContextProvider } from 'react-router'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { actionResult, sentences } from './action-result.ts'
import { requireAdmin } from './require-admin.server.ts'

/**
 * Copies built-in records into the table, so that they can be changed. `adoptDefaults` returns their number. Opens the
 * record with the id that `findOpened` returns, if it returns one.
 */
export async function adoptDefaultsAction(
  context: Readonly<RouterContextProvider>,
  list: {
    path: string
    noun: string
    adoptDefaults(admin: CurrentUser): Promise<number>
    findOpened?(): Promise<string | null> | null
  },
) {
  const admin = requireAdmin(context)
  try {
    const count = await list.adoptDefaults(admin)
    const opened = await list.findOpened?.()
    if (opened) {
      return redirect(`${list.path}/${opened}`, 303)
    }
    return redirectWithToast(context, list.path, { title: describeCopies(count, list.noun) })
  } catch (error) {
    logFailure(`Could not copy the built-in ${list.noun}`, error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
}

const describeCopies = (count: number, noun: string): string =>
  count > 0 ? `${count} ${noun} are yours to change` : `The ${noun} were yours already`
