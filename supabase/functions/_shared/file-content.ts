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

/**
 * Why a file is not a document of its extension: it is another kind of file, it opens only with a password, or its end
 * is missing.
 */
export type ContentFault = 'other' | 'locked' | 'incomplete'

const COMPOUND_FILE = 'application/x-cfb'
/** An encrypted Word, PowerPoint or Excel file is a compound file with this entry. */
const ENCRYPTED = utf16('EncryptedPackage')
/** The end of an archive has 22 bytes and a comment of at most 65,535. */
const MAX_END_BYTES = 22 + 65_535

/** Finds out whether a file's content matches its extension; null if it does. */
export async function getContentFault(file: Blob, accepted: DeliveredFile): Promise<ContentFault | null> {
  // oxlint-disable-next-line lamplight/no-unseen-failure -- a file that the reader cannot parse does not match its name
  const found = await fileTypeFromBlob(file).catch(() => undefined)
  const isArchive = accepted.content.startsWith('application/vnd.openxmlformats')
  if (found?.mime !== accepted.content) {
    return isArchive && found?.mime === COMPOUND_FILE && (await hasText(file, ENCRYPTED)) ? 'locked' : 'other'
  }
  // Without its directory at the end, an archive has arrived only in part.
  return isArchive && !(await hasText(file.slice(-MAX_END_BYTES), END_OF_ARCHIVE)) ? 'incomplete' : null
}

/** Returns true if a file has these bytes, without loading it into memory. */
async function hasText(file: Blob, text: string): Promise<boolean> {
  let last = ''
  for await (const chunk of file.stream()) {
    const read = last + Buffer.from(chunk).toString('latin1')
    if (read.includes(text)) {
      return true
    }
    last = read.slice(-text.length)
  }
  return false
}
