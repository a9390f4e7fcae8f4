// Types of dist/manifest.json.
import type { Product } from './product.ts'

export type BuiltFile = {
  name: string
  label: string
  /** The media type. */
  type: string
  bytes: number
  sha256: string
  /** Pages of a PDF or, as printed by our PDF writer, of a Word file. */
  pages?: number
  slides?: number
  sheets?: number
  contents: string[]
}
export type BuiltProduct = Omit<Product, 'directory' | 'files'> & {
  questions?: number
  sourceHash: string
  /** Its authors and readers, and what it follows. */
  origin: string
  /** The number of entries in its list of references. */
  references: number
  contents: string[]
  /** The beginning of the first document, or of the slides or sheets, as Markdown: what everybody can read. */
  openPart: string
  /** WebP pictures of the first pages of a PDF or Word file, the last one blurred; empty if it has neither. */
  pagePictures: string[]
  files: BuiltFile[]
}
export type Manifest = { products: BuiltProduct[] }

export const MEDIA_TYPES: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.epub': 'application/epub+zip',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
