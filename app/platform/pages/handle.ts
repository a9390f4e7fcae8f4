/** The small scripts a route may ask to have inside its page (app/features/shell/scripts.ts). */
export type Island = 'passwords' | 'search' | 'topics'

/** Stylesheets that only some pages need (app/styles), so that the other pages stay small. */
const sheets = ['home', 'posts', 'services', 'topics'] as const
export type Sheet = (typeof sheets)[number]

/**
 * What a route says about its page: whether React hydrates it (most pages are not hydrated: docs/decisions/0003), which further styles it
 * needs (those of signed-in pages as a file, or a sheet inside the page), which small scripts it contains, whether it is a page of the
 * console, and whether it is the same for every visitor without a session, so that it may be cached (docs/decisions/0032).
 */
export type Handle = {
  hydrate?: boolean
  styles?: 'all' | Sheet
  islands?: readonly Island[]
  frame?: 'console'
  sameForVisitors?: true
  /** Its forms may lead to Paystack's page. */
  leadsToPayment?: true
}

const saying = (handles: readonly unknown[], holds: (handle: Handle) => boolean): boolean =>
  handles.some((handle) => typeof handle === 'object' && handle !== null && holds(handle))

/** Whether any route of a page asks for hydration. */
export function isHydrated(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate }) => hydrate === true)
}

/** Whether a page links the stylesheet; all others contain their styles. */
export function linksStylesheet(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate, styles }) => hydrate === true || styles === 'all')
}

/** The further styles inside a page, each once. */
export function getSheets(handles: readonly unknown[]): Sheet[] {
  return sheets.filter((sheet) => saying(handles, ({ styles }) => styles === sheet))
}

/** Whether a page is shown in the console's frame, with its own navigation and no footer. */
export function isConsole(handles: readonly unknown[]): boolean {
  return saying(handles, ({ frame }) => frame === 'console')
}

/** Whether a page is the same for every visitor without a session. */
export function isSameForVisitors(handles: readonly unknown[]): boolean {
  return saying(handles, ({ sameForVisitors }) => sameForVisitors === true)
}

/** Whether a form of a page leads to the page of a payment. */
export function leadsToPayment(handles: readonly unknown[]): boolean {
  return saying(handles, (handle) => handle.leadsToPayment === true)
}

/** The small scripts inside a page, each once. */
export function getIslands(handles: readonly unknown[]): Island[] {
  const wanted = handles.flatMap((handle) =>
    typeof handle === 'object' && handle !== null ? ((handle as Handle).islands ?? []) : [],
  )
  return [...new Set(wanted)]
}
