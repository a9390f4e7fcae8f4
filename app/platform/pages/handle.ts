import type { ReactNode } from 'react'

/** The small scripts that a route may inline in its page (app/features/shell/scripts.ts). */
export type Island = 'checkout' | 'dialog' | 'passkeys' | 'passwords' | 'search' | 'topics'

/** Stylesheets that only some pages need (app/styles), so that other pages do not carry them. */
const sheets = [
  'course',
  'finder',
  'help',
  'home',
  'marketplace',
  'material',
  'phone',
  'posts',
  'prose',
  'reader',
  'search',
  'services',
  'tabs',
  'topics',
] as const
export type Sheet = (typeof sheets)[number]

type RenderSearch = () => ReactNode
type RenderNavigation = (props: { pathname: string; theme: 'auto' | 'light' | 'dark' }) => ReactNode

/**
 * The page settings of a route: whether React hydrates it (most pages are not hydrated: docs/decisions/0003), which
 * further styles it needs (those of signed-in pages as a file, or a sheet inside the page), which small scripts it
 * contains, whether it is a page of the admin console or of the reader, and whether it is the same for every visitor without a session,
 * so that it may be cached (docs/decisions/0032).
 */
export type Handle = {
  hydrate?: boolean
  styles?: 'all' | Sheet
  islands?: readonly Island[]
  /** `room`: a page that renders its own header and navigation, and its main part, without the site's. */
  frame?: 'console' | 'room'
  /** Replaces the site's sidebar. Only pages below the route load it. */
  renderNavigation?: RenderNavigation
  /** Replaces the site's search in the header. */
  renderSearch?: RenderSearch
  sameForVisitors?: true
  /** Its forms may lead to Paystack's page. */
  leadsToPayment?: true
  /** It shows pages of this site in frames. */
  hasFrames?: true
  /** It is shown in frames of this site's pages. */
  isFramed?: true
}

const saying = (handles: readonly unknown[], holds: (handle: Handle) => boolean): boolean =>
  handles.some((handle) => typeof handle === 'object' && handle !== null && holds(handle))

/** Returns true if any route of a page requires hydration. */
export function isHydrated(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate }) => hydrate === true)
}

/** Returns true if a page links the stylesheet; other pages inline their styles. */
export function linksStylesheet(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate, styles }) => hydrate === true || styles === 'all')
}

/** Returns the further styles inside a page, each once. */
export function getSheets(handles: readonly unknown[]): Sheet[] {
  return sheets.filter((sheet) => saying(handles, ({ styles }) => styles === sheet))
}

/** Returns true if a page is shown in the admin layout, with its own navigation and no footer. */
export function isConsole(handles: readonly unknown[]): boolean {
  return saying(handles, ({ frame }) => frame === 'console')
}

/** Returns true if a page renders its own header and navigation. */
export function isRoom(handles: readonly unknown[]): boolean {
  return saying(handles, ({ frame }) => frame === 'room')
}

/**
 * Returns the handles by which a page is framed. A missing page belongs to no route, and a failed room is shown in the
 * site's frame.
 */
export function getFrameHandles(handles: readonly unknown[], isUnknownPath: boolean, hasFailed: boolean): readonly unknown[] {
  return isUnknownPath || (hasFailed && isRoom(handles)) ? [] : handles
}

/** Returns how a page renders its navigation or its search, if it has one in place of the site's. */
export function findRenderer<Part extends 'renderNavigation' | 'renderSearch'>(
  handles: readonly unknown[],
  part: Part,
): Handle[Part] {
  return handles
    .map((handle) => (typeof handle === 'object' && handle !== null ? (handle as Handle)[part] : undefined))
    .find((render) => render !== undefined)
}

/** Returns true if a page is the same for every visitor without a session. */
export function isSameForVisitors(handles: readonly unknown[]): boolean {
  return saying(handles, ({ sameForVisitors }) => sameForVisitors === true) && !isFramed(handles)
}

/** Returns true if a page shows pages of this site in frames. */
export function hasFrames(handles: readonly unknown[]): boolean {
  return saying(handles, (handle) => handle.hasFrames === true)
}

/** Returns true if a page is shown in frames of this site's pages. */
export function isFramed(handles: readonly unknown[]): boolean {
  return saying(handles, (handle) => handle.isFramed === true)
}

/** Returns true if a form of a page leads to a payment page. */
export function leadsToPayment(handles: readonly unknown[]): boolean {
  return saying(handles, (handle) => handle.leadsToPayment === true)
}

/** Returns the small scripts inside a page, each once. */
export function getIslands(handles: readonly unknown[]): Island[] {
  const wanted = handles.flatMap((handle) =>
    typeof handle === 'object' && handle !== null ? ((handle as Handle).islands ?? []) : [],
  )
  return [...new Set(wanted)]
}
