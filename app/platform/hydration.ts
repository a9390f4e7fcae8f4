/** What a route says of itself: whether its page is taken over by React in the browser. Most are not (docs/decisions/0003). */
export type Handle = { hydrate?: boolean }

/** Whether any route of a page asks for hydration. */
export function isHydrated(handles: readonly unknown[]): boolean {
  return handles.some((handle) => typeof handle === 'object' && handle !== null && (handle as Handle).hydrate === true)
}
