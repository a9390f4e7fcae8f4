/** The metadata that a program reads from a work's file. Missing values are null. */
export type FileMetadata = {
  /** Title and year as the title page states them. */
  title: string | null
  year: number | null
  pages: number | null
  words: number | null
  /** First sixty headings, in order. */
  headings: string[]
  /** First chapter as Markdown; without chapters the introduction, or else the beginning of the text. */
  firstChapter: string | null
  /** Details of the whole work, by the column names of a material; null if no text could be read. */
  studyDetails: {
    abstract: string | null
    preview_section: 'first_chapter' | 'introduction'
    full_contents: string[] | null
    instrument_included: true | null
    reference_count: number | null
    newest_reference_year: number | null
  } | null
  /** Warning about the other values; null when all went well. */
  note: string | null
}

/**
 * Reads a file, which may be damaged or hostile, within limits of time and memory. `ending` is its file extension.
 * Never rejects.
 */
export type ReadWork = (path: string, ending: string) => Promise<FileMetadata>

/**
 * Returns true if each page of a PDF can be stamped for its buyer.
 * @throws when a later attempt may succeed.
 */
export type CanStamp = (path: string) => Promise<boolean>

/**
 * Draws a page of a PDF as WebP, within limits of time and memory. `key` names the content of the file, `number` counts
 * from 1, and `withFile` puts the file on the disk while it is drawn; it returns null if there is none.
 * @returns null if the page cannot be drawn.
 */
export type DrawPage = (
  key: string,
  number: number,
  withFile: (draw: (path: string) => Promise<Uint8Array[]>) => Promise<Uint8Array[] | null>,
) => Promise<Uint8Array | null>

/** A block of the text of a Word document or a presentation, in order. The text of a slide follows its title. */
export type TextBlock = { kind: 'heading' | 'text' | 'item' | 'slide'; text: string } | { kind: 'table'; rows: string[][] }

/**
 * Reads the whole text of a Word document or a presentation within limits of time and memory. `ending` is its file
 * extension. Never rejects.
 * @returns null if it cannot be read.
 */
export type ReadText = (path: string, ending: string) => Promise<TextBlock[] | null>

/** A chapter of a book, or a page of a long one, as it is shown. */
export type Chapter = {
  title: string
  /** True for a further page of a long chapter. */
  isContinued: boolean
  /** Clean HTML. Its links and pictures are relative to the addresses of chapters. */
  html: string
  /** Bytes of the HTML after compression. */
  bytes: number
  words: number
  /** The headings inside it, from level 2 to 4. */
  sections: { id: string; title: string; level: number }[]
}
/** A picture of a book. */
export type BookPicture = { type: string; bytes: Uint8Array }
/** The converted content of a file. */
export type Book = { chapters: Chapter[]; pictures: BookPicture[] }

/**
 * Converts a file to a book, within limits of time and memory. `ending` is its file extension.
 * @returns the reason, if the file cannot be converted.
 */
export type ReadBook = (path: string, ending: string) => Promise<Book | { failure: string }>
