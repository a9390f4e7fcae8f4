import fs from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

const fileSchema = v.object({
  name: v.string(),
  label: v.string(),
  /** The media type. */
  type: v.string(),
  sha256: v.string(),
  pages: v.optional(v.number()),
  slides: v.optional(v.number()),
  sheets: v.optional(v.number()),
})
const productSchema = v.object({
  slug: v.string(),
  kind: v.picklist(['seminar-pack', 'care-study', 'proposal-kit', 'working-file', 'question-pack', 'exam-pack']),
  title: v.string(),
  programme: v.string(),
  subject_area: v.string(),
  for: v.string(),
  summary: v.array(v.string()),
  inside: v.array(v.string()),
  /** Naira; 0 is free. */
  price: v.number(),
  updated: v.pipe(v.string(), v.isoDate()),
  /** Its authors and readers, and what it follows. */
  origin: v.string(),
  /** The number of entries in its list of references. */
  references: v.number(),
  /** True if students may adapt its templates, questionnaires or forms. */
  may_adapt: v.boolean(),
  contents: v.array(v.string()),
  /** The beginning of the first document, or of the slides or sheets, as Markdown: what everybody can read. */
  openPart: v.string(),
  /** WebP pictures of the first pages, the last one blurred; empty if the product has no pages. */
  pagePictures: v.array(v.string()),
  files: v.array(fileSchema),
})
const manifestSchema = v.pipe(v.string(), v.parseJson(), v.object({ products: v.array(productSchema) }))

export type BuiltFile = v.InferOutput<typeof fileSchema>
export type BuiltProduct = v.InferOutput<typeof productSchema>

/** The folder with the built products (products/README.md). */
export const builtProducts = path.resolve(import.meta.dirname, '../../products/dist')

/**
 * Reads what the shop uses of the manifest of built products.
 * @throws {Error} when the manifest is missing or has another form.
 */
export async function readBuiltProducts(directory: string): Promise<BuiltProduct[]> {
  const file = path.join(directory, 'manifest.json')
  try {
    return v.parse(manifestSchema, await fs.readFile(file, 'utf8')).products
  } catch (error) {
    throw new Error(`Could not read the built products: ${file}. npm run build:products writes it.`, { cause: error })
  }
}
