// npm run build:products [-- slug ...]: writes build/products from the sources; a product whose sources did not change is left as it is.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { readExam } from './exam.ts'
import { MEDIA_TYPES, type BuiltFile, type BuiltProduct, type Manifest } from './manifest.ts'
import { readProducts, type Product, type ProductFile } from './product.ts'
import { renderFile, type Rendered } from './render.ts'

export const OUTPUT_DIR = path.resolve(import.meta.dirname, '../../build/products')
const PAGE_TEXTS = 3
const MAX_PAGE_TEXT = 3000

/** Builds the products with these slugs, or all, and returns the manifest of everything that is built. */
export async function buildProducts(slugs: readonly string[] = [], output = OUTPUT_DIR): Promise<Manifest> {
  fs.mkdirSync(output, { recursive: true })
  const builder = hashFiles(import.meta.dirname)
  const known = new Map(readManifest(output).products.map((product) => [product.slug, product]))
  const all = readProducts()
  const wanted = new Set(readProducts(slugs).map(({ slug }) => slug))
  const products: BuiltProduct[] = []
  for (const product of all) {
    const previous = known.get(product.slug)
    const sourceHash = sha256(builder + hashFiles(product.directory))
    const isCurrent =
      previous?.sourceHash === sourceHash &&
      previous.files.every(({ name }) => fs.existsSync(path.join(output, product.slug, name)))
    if (previous && (isCurrent || !wanted.has(product.slug))) products.push(previous)
    else if (wanted.has(product.slug)) products.push(await buildProduct(product, sourceHash, output))
  }
  const manifest: Manifest = { products }
  fs.writeFileSync(path.join(output, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

export function readManifest(output = OUTPUT_DIR): Manifest {
  const file = path.join(output, 'manifest.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest) : { products: [] }
}

async function buildProduct(product: Product, sourceHash: string, output: string): Promise<BuiltProduct> {
  const target = path.join(output, product.slug)
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target, { recursive: true })
  const files: BuiltFile[] = []
  for (const file of product.files) {
    files.push(await writeFile(product, file, await renderFile(product, file), target))
  }
  const { directory, files: _sources, ...details } = product
  const questions = product.files.some(({ source }) => source === 'questions.yaml')
    ? readExam(path.join(directory, 'questions.yaml')).questions.length
    : undefined
  return { ...details, ...(questions ? { questions } : {}), sourceHash, contents: files[0]?.contents ?? [], files }
}

async function writeFile(product: Product, file: ProductFile, rendered: Rendered, target: string): Promise<BuiltFile> {
  fs.writeFileSync(path.join(target, file.name), rendered.bytes)
  const type = path.extname(file.name)
  const isSoldAsPdf = product.files.some(
    (other) => other.source === file.source && other.part === file.part && other.name.endsWith('.pdf'),
  )
  const preview = rendered.preview && !isSoldAsPdf ? `preview/${file.name}.pdf` : undefined
  if (preview && rendered.preview) {
    fs.mkdirSync(path.join(target, 'preview'), { recursive: true })
    fs.writeFileSync(path.join(target, preview), rendered.preview)
  }
  const pages = rendered.texts ? undefined : await pageTexts(rendered.preview ?? rendered.bytes)
  const texts = pages ?? rendered.texts ?? []
  return {
    name: file.name,
    label: file.label,
    type: MEDIA_TYPES[type] ?? '',
    bytes: rendered.bytes.length,
    sha256: sha256(rendered.bytes),
    ...(pages ? { pages: pages.length } : {}),
    ...(type === '.pptx' ? { slides: texts.length } : {}),
    ...(type === '.xlsx' ? { sheets: texts.length } : {}),
    contents: rendered.contents,
    pageTexts: texts.slice(0, PAGE_TEXTS).map((text) => text.slice(0, MAX_PAGE_TEXT)),
    ...(preview ? { preview } : {}),
  }
}

async function pageTexts(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false })
  return text
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

function hashFiles(directory: string): string {
  const files = fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|yaml|md|csv)$/.test(name) && !name.endsWith('.test.ts'))
  return sha256(
    files
      .toSorted()
      .map((name) => name + sha256(fs.readFileSync(path.join(directory, name))))
      .join('\n'),
  )
}
