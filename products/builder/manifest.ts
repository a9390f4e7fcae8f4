// Types of .products/manifest.json. README.md describes the fields.
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
  /** Text of the first pages, slides or sheets. */
  pageTexts: string[]
  /** A PDF of this file that is not sold, for page pictures. */
  preview?: string
}
export type BuiltProduct = Omit<Product, 'directory' | 'files'> & {
  questions?: number
  sourceHash: string
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
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
