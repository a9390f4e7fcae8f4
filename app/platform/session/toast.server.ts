import * as v from 'valibot'
import { redirect, type RouterContextProvider } from 'react-router'
import { readCookie, writeCookie } from './cookies.server.ts'

const toastSchema = v.object({
  title: v.pipe(v.string(), v.maxLength(200)),
  text: v.optional(v.pipe(v.string(), v.maxLength(500))),
  kind: v.picklist(['good', 'bad']),
  /** Path of the admin console that undoes the action; with it, the toast has a button. */
  undo: v.optional(v.pipe(v.string(), v.startsWith('/admin/'), v.maxLength(300))),
})

/** A toast. One is shown at a time, for five seconds (SPEC 9). */
export type ToastMessage = v.InferOutput<typeof toastSchema>

type Context = Readonly<RouterContextProvider>

/** Returns the Set-Cookie header that shows a toast on the next page. */
export function toastCookie(context: Context, message: ToastMessage): string {
  return writeCookie(context, 'toast', JSON.stringify(message), 60)
}

/**
 * Redirects to a page that shows a toast. Without a kind it says that something was done. `by` is React Router's
 * `replace` where Back must not lead to the same page again.
 */
export function redirectWithToast(
  context: Context,
  to: string,
  message: Omit<ToastMessage, 'kind'> & Partial<ToastMessage>,
  by = redirect,
) {
  return by(to, { status: 303, headers: { 'set-cookie': toastCookie(context, { kind: 'good', ...message }) } })
}

/** Returns the pending toast, if any, with the Set-Cookie header that removes it. */
export function takeToast(request: Request, context: Context): { toast: ToastMessage | null; expiredCookie: string | null } {
  const cookie = readCookie(request, 'toast')
  if (cookie === null) {
    return { toast: null, expiredCookie: null }
  }
  const forget = writeCookie(context, 'toast', '', 0)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), toastSchema), cookie)
  return { toast: parsed.success ? parsed.output : null, expiredCookie: forget }
}
