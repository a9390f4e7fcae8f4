/** Pixels of a drawn page's width. */
export const DRAWN_WIDTH = 900
/** The most pixels of a page's height: a page that is longer is drawn shorter. */
export const MAX_DRAWN_HEIGHT = 1800

/** A drawn page: four bytes for each pixel. */
export type DrawnBitmap = { width: number; height: number; data: Uint8Array }
