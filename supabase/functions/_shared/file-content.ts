import { fileTypeFromBlob } from 'file-type'
import type { AcceptedFile } from './accepted-files.ts'

/** Whether a file is inside what its ending says. Reads no more than the parts that tell; opens nothing. */
export async function contentFits(file: Blob, accepted: AcceptedFile): Promise<boolean> {
  const found = await fileTypeFromBlob(file).catch(() => undefined)
  return found?.mime === accepted.content
}
