import { Buffer } from 'node:buffer'
import { fileTypeFromBlob } from 'file-type'
import type { AcceptedFile } from './accepted-files.ts'
import type { DeliveredFile } from './delivered-files.ts'

/** Returns a text as the old Office formats store their names, in UTF-16. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').toString('latin1')
const END_OF_ARCHIVE = 'PK\u0005\u0006'
/**
 * Content that every document of a kind has after its first bytes. The pages of a newer PDF may be compressed into
 * object streams.
 */
const contents: Record<AcceptedFile['ending'], readonly (RegExp | string)[]> = {
  pdf: [/\/Type\s*\/(?:Page|ObjStm)\b/],
  doc: [utf16('WordDocument')],
  docx: ['word/', END_OF_ARCHIVE],
  ppt: [utf16('PowerPoint Document')],
  pptx: ['ppt/', END_OF_ARCHIVE],
}
/** Bytes of the last chunk that are scanned again with the next one. Longer than any pattern. */
const OVERLAP = 128

/** Scans a file for document content while it is read, to detect stubs (a header and a trailer). */
export function scanDocument({ ending }: AcceptedFile): { add(chunk: Uint8Array): void; isDocument(): boolean } {
  let missing = contents[ending]
  let last = ''
  return {
    add(chunk) {
      if (missing.length > 0) {
        const text = last + Buffer.from(chunk).toString('latin1')
        missing = missing.filter((content) => !(typeof content === 'string' ? text.includes(content) : content.test(text)))
        last = text.slice(-OVERLAP)
      }
    },
    isDocument: () => missing.length === 0,
  }
}

/** Returns true if a file's content matches its extension. Reads only the bytes that show the type. */
export async function contentFits(file: Blob, accepted: DeliveredFile): Promise<boolean> {
  // oxlint-disable-next-line lamplight/no-unseen-failure -- a file that the reader cannot parse does not match its name
  const found = await fileTypeFromBlob(file).catch(() => undefined)
  return found?.mime === accepted.content
}
