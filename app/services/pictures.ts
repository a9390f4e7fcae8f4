/*
 * Share pictures, which WhatsApp and others show beside a link. The server draws them like the covers of the pages
 * (docs/decisions/0014-share-images.md).
 */

/** The size in pixels that services with link previews require. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/**
 * The version of the drawing code. It is part of every picture's address, so that caches load a new drawing.
 * server/pictures/draw.test.ts fails if the drawing changes and this does not.
 */
export const DRAWING = 3

/** The content of a cover: equal covers give equal pictures. */
export type Cover = {
  /** In capitals above the rule: the category. */
  kind: string
  title: string
  subject: string
  /** Below the double rule: year, length. */
  foot: string
  /** Price as shown, with ₦; null when nothing is sold. */
  price: string | null
  /** Colour of the cover: a hue in degrees, and one of three shades. */
  hue: number
  shade: 0 | 1 | 2
}

/** The drawings: the cover of a record, the default picture of pages, and Lamplight's mark. */
export type Drawing = { of: 'cover'; cover: Cover } | { of: 'site' } | { of: 'mark' }

/** An encoded picture. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/png' | 'image/jpeg' }

/** Draws pictures in another thread and caches them. */
export type Pictures = {
  /** Returns the picture of `version`, cached or drawn now. Null if the queue is full, or if it could not be drawn. */
  drawn(version: string, drawing: Drawing): Promise<Picture | null>
  /**
   * Returns a photo cut to the size of a share picture; null if it is not a picture. `read` returns its bytes or null.
   */
  fitted(version: string, read: () => Promise<Uint8Array | null>): Promise<Picture | null>
}

/** A share picture on a page: its absolute address and its alternative text. */
export type SharePicture = { url: string; alt: string }
