import { fileTypeFromBlob } from 'file-type'
import type { AcceptedFile } from './accepted-files.ts'

/** Whether a file's content fits its ending. Reads only the bytes that show the type. */
export async function contentFits(file: Blob, accepted: AcceptedFile): Promise<boolean> {
  // oxlint-disable-next-line lamplight/no-unseen-failure -- a file that makes the reader fail does not fit its name
  const found = await fileTypeFromBlob(file).catch(() => undefined)
  return found?.mime === accepted.content
}
