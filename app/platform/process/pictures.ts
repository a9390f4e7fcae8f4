/*
 * Share pictures: the pictures that WhatsApp and others show beside a link. The server draws them like the covers of the pages
 * (docs/decisions/0014-share-images.md).
 */

/** The size in pixels that services with link previews ask for. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/**
 * The version of the drawing. It is part of every picture's address, so that caches load a new drawing. server/pictures/draw.test.ts fails
 * when the drawing has changed and this has not.
 */
export const DRAWING = 2

/** Everything that a cover shows: equal covers make equal pictures. */
export type Cover = {
  /** In capitals above the rule: the category. */
  kind: string
  title: string
  subject: string
  /** Below the double rule: year, length. */
  foot: string
  /** The price as people read it, with ₦; null when nothing is sold. */
  price: string | null
  /** The cover's colour: a hue in degrees, and one of three shades. */
  hue: number
  shade: 0 | 1 | 2
}

/** What can be drawn: the cover of a record, the default picture of pages, and Lamplight's mark. */
export type Drawing = { of: 'cover'; cover: Cover } | { of: 'house' } | { of: 'mark' }

/** An encoded picture. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/png' | 'image/jpeg' }

/** Draws pictures in another thread and caches them. */
export type Pictures = {
  /** The picture of `version`, cached or drawn now. Null when too many are waiting, or when it could not be drawn. */
  drawn(version: string, drawing: Drawing): Promise<Picture | null>
  /** A photo cut to the size of a share picture. `read` returns its bytes or null. Null when it is not a picture. */
  fitted(version: string, read: () => Promise<Uint8Array | null>): Promise<Picture | null>
}

/** A share picture on a page: its absolute address, and a text that describes it. */
export type SharePicture = { url: string; alt: string }
