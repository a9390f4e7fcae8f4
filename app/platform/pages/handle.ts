/** The small scripts a route may ask to have inside its page (app/features/shell/scripts.ts). */
export type Island = 'passwords' | 'search' | 'topics'

/** Rules that only some pages need (app/styles): a page pays for what it carries. */
const sheets = ['home', 'services', 'topics'] as const
export type Sheet = (typeof sheets)[number]

/**
 * What a route says of its page: whether React takes it over in the browser (most are not: docs/decisions/0003), whether it wants
 * more styles (those of signed-in pages, which come as a file, or those of a sheet, which stand inside it), which small scripts stand
 * inside it, and whether it stands in the console's frame.
 */
export type Handle = { hydrate?: boolean; styles?: 'all' | Sheet; islands?: readonly Island[]; frame?: 'console' }

const saying = (handles: readonly unknown[], holds: (handle: Handle) => boolean): boolean =>
  handles.some((handle) => typeof handle === 'object' && handle !== null && holds(handle))

/** Whether any route of a page asks for hydration. */
export function isHydrated(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate }) => hydrate === true)
}

/** Whether a page links the stylesheet; all others carry their styles inside. */
export function linksStylesheet(handles: readonly unknown[]): boolean {
  return saying(handles, ({ hydrate, styles }) => hydrate === true || styles === 'all')
}

/** The styles that the routes of a page want inside it beside those of every page, each once. */
export function sheetsOf(handles: readonly unknown[]): Sheet[] {
  return sheets.filter((sheet) => saying(handles, ({ styles }) => styles === sheet))
}

/** Whether a page stands in the console's frame: its own navigation, and no footer. */
export function isConsole(handles: readonly unknown[]): boolean {
  return saying(handles, ({ frame }) => frame === 'console')
}

/** The scripts that the routes of a page want inside it, each once. */
export function islandsOf(handles: readonly unknown[]): Island[] {
  const wanted = handles.flatMap((handle) =>
    typeof handle === 'object' && handle !== null ? ((handle as Handle).islands ?? []) : [],
  )
  return [...new Set(wanted)]
}
