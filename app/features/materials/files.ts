import type { SoldFile } from '#app/services/orders.ts'
import { describeSize } from './study-details.ts'

/** Returns a file's title on a page: its label, or its name. */
export const fileTitle = ({ label, name }: Pick<SoldFile, 'label' | 'name'>): string => label || name

/** Returns type, length and size of a file, such as "PowerPoint, 19 slides, 81 kB". */
export function fileDetails({ format, extent, size }: Pick<SoldFile, 'format' | 'extent' | 'size'>): string {
  return [format, extent, describeSize(size)].filter(Boolean).join(', ')
}

/** Returns the number of files and their total size, such as "2 files, 128 kB", or the details of a single file. */
export function filesInShort(files: readonly SoldFile[]): string | null {
  const [only] = files
  if (!only) {
    return null
  }
  return files.length === 1 ? fileDetails(only) : [`${files.length} files`, totalSize(files)].filter(Boolean).join(', ')
}

/** Returns the formats of all files and their total size, such as "Word and PDF, 128 kB"; null without files. */
export function formatsInShort(files: readonly SoldFile[]): string | null {
  const formats = [...new Set(files.map(({ format }) => format))]
  return formats.length === 0 ? null : [list.format(formats), totalSize(files)].filter(Boolean).join(', ')
}

const list = new Intl.ListFormat('en-GB')

const totalSize = (files: readonly SoldFile[]) => describeSize(files.reduce((sum, { size }) => sum + (size ?? 0), 0))
