import type { OrderSeen } from './orders.ts'
import type { BookPicture, Chapter } from './reading.ts'

/** A work that its buyer reads in the browser. */
export type OpenedBook = {
  chapters: readonly Chapter[]
  /** True if pages of a PDF are among it: its text is less exact. */
  isFromPdf: boolean
  /** The sentence that names the buyer and the order. */
  licence: string
}

/** An order, and its work if it can be read; else why not. */
export type OpenedOrder = {
  order: OrderSeen
  book: OpenedBook | { failure: string }
}

/** Reads the works of orders in the browser (docs/decisions/0053). A call throws when the backend failed. */
export type OrderReading = {
  /**
   * Returns the order that a token opens with its work; null if the token is unknown. Reading is no download.
   * `closed`: not paid, or its money goes back.
   */
  open(token: string): Promise<OpenedOrder | 'closed' | null>
  /** Returns a picture of the work by its name in the HTML, such as 3; null if the picture is missing or the order is closed. */
  getPicture(token: string, name: string): Promise<BookPicture | null>
  /** Draws a page of the stamped PDF as WebP. Its name is the number, or the position of the file and the number. */
  drawPage(token: string, name: string): Promise<Uint8Array | null>
  /** Saves where the buyer reads. `section` is the id of a heading, or ''. */
  savePlace(token: string, place: { chapter: number; section: string; title: string }): Promise<void>
}

/** Formats that can be read here, by the extension of the file. The first of a work is read if it has several. */
const READABLE = ['epub', 'docx', 'pptx', 'pdf'] as const
type File = OrderSeen['files'][number]

const endings: Readonly<Record<string, string>> = { PDF: 'pdf', Word: 'docx', PowerPoint: 'pptx', EPUB: 'epub' }

/** Returns the extension of a file in lower case. */
export function getEnding({ name, format }: Pick<File, 'name' | 'format'>): string {
  return /\.([A-Za-z]{2,5})$/.exec(name)?.[1]?.toLowerCase() ?? endings[format] ?? ''
}

/**
 * Returns the files of an order to read, in order: its EPUB, which has the whole work; without one, each readable file,
 * but not a PDF of a Word document.
 */
export function getReadable<Of extends Pick<File, 'name' | 'format'>>(files: readonly Of[]): Of[] {
  const readable = files.filter((file) => READABLE.some((ending) => ending === getEnding(file)))
  const book = readable.find((file) => getEnding(file) === 'epub')
  const stem = ({ name }: Of) => name.replace(/\.\w+$/, '')
  return book
    ? [book]
    : readable.filter(
        (file) =>
          getEnding(file) !== 'pdf' || !readable.some((other) => getEnding(other) === 'docx' && stem(other) === stem(file)),
      )
}
