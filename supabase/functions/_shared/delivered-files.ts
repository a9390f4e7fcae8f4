import { acceptedFiles } from './accepted-files.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const EPUB = 'application/epub+zip'

/** Files that buyers get: uploads of students, and workbooks and EPUBs of platform products. */
const deliveredFiles = [
  ...acceptedFiles,
  { ending: 'xlsx', type: XLSX, content: XLSX },
  { ending: 'epub', type: EPUB, content: EPUB },
] as const
export type DeliveredFile = (typeof deliveredFiles)[number]

/** Returns the type of a file that buyers get by its extension, or null. */
export function getDeliveredFile(name: string): DeliveredFile | null {
  const ending = name.match(/\.([A-Za-z]+)$/)?.[1]?.toLowerCase()
  return deliveredFiles.find((file) => file.ending === ending) ?? null
}
