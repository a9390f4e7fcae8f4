/** Returns the path of the page that has an act's form: /orders/7 of /orders/7/refund. */
export const getPage = (pathname: string): string => pathname.replace(/\/[^/]+\/?$/, '')

/** Returns the name of an act, the end of its path: refund. */
export const getAct = (pathname: string): string => /([^/]+)\/?$/.exec(pathname)?.[1] ?? ''
