// The process that converts a work's file to a book, which may be damaged or hostile. read-book.ts starts it with the
// file and its extension, and may kill it at any time. A file that is no book ends it.
import fs from 'node:fs/promises'
import type { RawBook } from './book-blocks.ts'
import { readDocxBook } from './docx.ts'
import { readEpubBook } from './epub.ts'
import { readPdfBook } from './pdf.ts'
import { readPptxBook } from './pptx.ts'

const readers: Record<string, (file: Uint8Array) => RawBook | Promise<RawBook>> = {
  docx: readDocxBook,
  epub: readEpubBook,
  pdf: readPdfBook,
  pptx: readPptxBook,
}

const [path = '', ending = ''] = process.argv.slice(2)

process.send?.(await readers[ending]?.(new Uint8Array(await fs.readFile(path))))
