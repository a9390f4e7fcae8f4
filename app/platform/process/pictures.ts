/*
 * Share pictures: what WhatsApp and others show beside a link, drawn on the server like the covers of the pages
 * (docs/decisions/0014-share-pictures.md).
 */

/** Pixels, as every service that shows link previews asks for. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/**
 * The version of the drawing itself. It stands in every picture's address, so that a new drawing is asked for anew wherever the old one
 * was kept; server/pictures/draw.test.ts fails when the drawing has changed and this has not.
 */
export const DRAWING = 2

/** All that a cover says and shows: equal covers are equal pictures. */
export type Cover = {
  /** In capitals above the rule: the category. */
  kind: string
  title: string
  subject: string
  /** Below the double rule: year, length. */
  foot: string
  /** As people read it, with its ₦; null where nothing is sold. */
  price: string | null
  /** The cloth: degrees of the colour wheel, and one of three shades. */
  hue: number
  shade: 0 | 1 | 2
}

/** What can be drawn: the cover of a record, the picture of every page that has none of its own, the mark of the house. */
export type Drawing = { of: 'cover'; cover: Cover } | { of: 'house' } | { of: 'mark' }

/** A picture as it is sent. */
export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/png' | 'image/jpeg' }

/** Draws away from the pages' own thread, keeps what it drew. */
export type Pictures = {
  /** The picture under `version`, kept or drawn now. Null when too many wait already, or when it could not be drawn. */
  drawn(version: string, drawing: Drawing): Promise<Picture | null>
  /** A photo cut to the size of a share picture. `read` gives its bytes, null when there are none. Null when it is no picture. */
  fitted(version: string, read: () => Promise<Uint8Array | null>): Promise<Picture | null>
}

/** A share picture as a page names it: its absolute address, and what it shows in words. */
export type SharePicture = { url: string; alt: string }
