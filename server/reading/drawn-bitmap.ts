/** Pixels of a drawn page's width. */
export const DRAWN_WIDTH = 900
/** The most pixels of a page's height: a page that is longer is drawn shorter. */
export const MAX_DRAWN_HEIGHT = 1800
/** The most characters of a page. A page of a work has about 3,000. */
const MAX_PAGE_CHARS = 20_000

/** A drawn page: four bytes for each pixel, and the text that the drawing program finds on it. */
export type DrawnBitmap = { width: number; height: number; data: Uint8Array; text: string }

/** Returns the text of a page, or '' if it is too long to be compared. A part of it would not stand for the page. */
export const limitText = (text: string): string => (text.length > MAX_PAGE_CHARS ? '' : text)
