import { fileTypeFromBlob } from 'file-type'
import type { AcceptedFile } from './accepted-files.ts'

/** Whether a file is inside what its ending says. Reads no more than the parts that tell; opens nothing. */
export async function contentFits(file: Blob, accepted: AcceptedFile): Promise<boolean> {
  // oxlint-disable-next-line lamplight/no-unseen-failure -- a file that breaks the reader is not what its name says
  const found = await fileTypeFromBlob(file).catch(() => undefined)
  return found?.mime === accepted.content
}
