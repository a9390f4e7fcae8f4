import { acceptedFiles } from './accepted-files.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The files that buyers get: those that students send in, and the workbooks of our own works. */
const deliveredFiles = [...acceptedFiles, { ending: 'xlsx', type: XLSX, content: XLSX }] as const
export type DeliveredFile = (typeof deliveredFiles)[number]

/** The type of a file that buyers get, for its name's ending; null for other endings. */
export function deliveredFileOf(name: string): DeliveredFile | null {
  const ending = name.match(/\.([A-Za-z]+)$/)?.[1]?.toLowerCase()
  return deliveredFiles.find((file) => file.ending === ending) ?? null
}
