// Reads products/<kind>/<slug>/product.yaml and checks it against the schema.
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'

export const PRODUCTS_DIR = path.resolve(import.meta.dirname, '..')
export const KINDS = ['seminar-pack', 'care-study', 'proposal-kit', 'working-file', 'question-pack', 'exam-pack'] as const
const MAX_SUMMARY_LINE = 150

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
const fileSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.(pdf|docx|pptx|xlsx)$/, 'is a slug with .pdf, .docx, .pptx or .xlsx')),
  source: text,
  label: text,
  part: v.optional(v.picklist(['questions', 'answers', 'instrument'])),
})
const productSchema = v.strictObject({
  title: v.pipe(text, v.maxLength(120)),
  kind: v.picklist(KINDS),
  programme: v.picklist(['chew', 'nd', 'hnd', 'bnsc', 'msc', 'phd']),
  subject_area: text,
  level: text,
  for: text,
  summary: v.pipe(v.array(v.pipe(text, v.maxLength(MAX_SUMMARY_LINE))), v.length(2, 'has exactly two lines')),
  inside: v.pipe(v.array(text), v.minLength(3)),
  price: v.pipe(v.number(), v.integer(), v.minValue(0)),
  updated: v.pipe(v.string(), v.isoDate()),
  /** The guidelines and formats that it follows, each with its year. */
  follows: v.pipe(v.array(text), v.minLength(1)),
  /** True if students may adapt its templates, questionnaires or forms for work of their own. */
  may_adapt: v.optional(v.boolean(), false),
  notice: v.optional(text),
  files: v.pipe(v.array(fileSchema), v.minLength(1)),
})

export type Product = v.InferOutput<typeof productSchema> & { slug: string; directory: string }
export type ProductFile = Product['files'][number]

/** Says who wrote and who checked a product, and what it follows. It claims no authority that nobody has given. */
export const originOf = ({ updated, follows }: Pick<Product, 'updated' | 'follows'>): string =>
  `Written by Lamplight's editors with automated help; not yet read by a registered nurse. ` +
  `Last checked on ${formatDate(updated)}. Follows ${follows.join('; ')}.`

/** Says what a reader may do with a product, as its page (getUse in app/features/materials/labels.ts) and the terms do. */
export const useOf = ({ may_adapt }: Pick<Product, 'may_adapt'>): string =>
  may_adapt
    ? 'This is a guide and a sample. You may adapt its templates, questionnaires and forms and submit them as your own, with credit to Lamplight. Cite the rest.'
    : 'This is a guide and a sample. Cite it, do not submit it as your own.'

/** Formats an ISO date as "20 Nov 2026". */
export function formatDate(iso: string): string {
  return new Date(`${iso}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Validates parsed YAML. @throws Error naming the file and every fault in it. */
export function parseYaml<T extends v.GenericSchema>(schema: T, file: string): v.InferOutput<T> {
  const result = v.safeParse(schema, parse(fs.readFileSync(file, 'utf8')))
  if (!result.success) {
    const faults = result.issues.map((issue) => `  ${v.getDotPath(issue) ?? 'file'}: ${issue.message}`)
    throw new Error(`Could not read ${path.relative(process.cwd(), file)}:\n${faults.join('\n')}`)
  }
  return result.output
}

/** Returns every product, or only those with the given slugs. @throws Error for an unknown slug. */
export function readProducts(slugs: readonly string[] = []): Product[] {
  const products = KINDS.flatMap((kind) => {
    const directory = path.join(PRODUCTS_DIR, kind)
    return fs.existsSync(directory)
      ? fs
          .readdirSync(directory)
          .toSorted()
          .filter((slug) => fs.existsSync(path.join(directory, slug, 'product.yaml')))
          .map((slug) => readProduct(kind, slug))
      : []
  })
  const unknown = slugs.filter((slug) => !products.some((product) => product.slug === slug))
  if (unknown.length > 0) {
    throw new Error(`No product has the slug ${unknown.join(', ')}`)
  }
  return slugs.length === 0 ? products : products.filter(({ slug }) => slugs.includes(slug))
}

function readProduct(kind: string, slug: string): Product {
  const directory = path.join(PRODUCTS_DIR, kind, slug)
  const product = parseYaml(productSchema, path.join(directory, 'product.yaml'))
  if (product.kind !== kind) {
    throw new Error(`products/${kind}/${slug}/product.yaml: kind is ${product.kind}, but the folder is ${kind}`)
  }
  return { ...product, slug, directory }
}
