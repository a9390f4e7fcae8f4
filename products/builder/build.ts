// Builds products into dist. A product whose sources did not change is left as it is.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import { hashFiles, SEAL, sha256 } from './digests.ts'
import { DRAWINGS_DIR } from './drawings.ts'
import { readExam } from './exam.ts'
import { MEDIA_TYPES, type BuiltFile, type BuiltProduct, type Manifest } from './manifest.ts'
import { openPart, openTexts } from './open-part.ts'
import { drawPages } from './page-pictures.ts'
import { originOf, readProducts, type Product, type ProductFile } from './product.ts'
import { readReferences } from './references.ts'
import { renderBook, renderFile, type Rendered } from './render.ts'

export const OUTPUT_DIR = path.resolve(import.meta.dirname, '../dist')
/** Threads need a second to load the libraries, so fewer products than this are built without them. */
const MIN_PRODUCTS_FOR_THREADS = 4
const UNFINISHED = '.unfinished-'

/** Returns the digest of the sources in a folder. The checks of the builder change no product. */
const hashSources = (directory: string) => hashFiles(directory, (name) => !/^check|\.test\.ts$/.test(name))
/** Returns the digest of the drawings that the sources of a product show. */
function hashDrawings(directory: string): string {
  const sources = fs.readdirSync(directory).filter((name) => name.endsWith('.md'))
  const text = sources.map((name) => fs.readFileSync(path.join(directory, name), 'utf8')).join('\n')
  return hashFiles(DRAWINGS_DIR, (name) => text.includes(`](${path.parse(name).name})`))
}

/**
 * Builds the products with these slugs, or all, whose sources changed. A killed build leaves whole products: a product's folder and the manifest
 * are each written elsewhere and renamed.
 * @returns the manifest of everything that is built.
 */
export async function buildProducts(slugs: readonly string[] = [], output = OUTPUT_DIR): Promise<Manifest> {
  fs.mkdirSync(output, { recursive: true })
  const builder = hashSources(import.meta.dirname)
  const known = new Map(readManifest(output).products.map((product) => [product.slug, product]))
  const all = readProducts()
  removeOthers(all, output)
  const wanted = new Set(readProducts(slugs).map(({ slug }) => slug))
  const hashes = new Map(
    all.map(({ slug, directory }) => [slug, sha256(builder + hashDrawings(directory) + hashSources(directory))]),
  )
  const isCurrent = ({ slug }: Product) => {
    const previous = known.get(slug)
    return (
      previous !== undefined &&
      previous.sourceHash === hashes.get(slug) &&
      [...previous.files.map(({ name }) => name), ...previous.pagePictures].every((name) =>
        fs.existsSync(path.join(output, slug, name)),
      )
    )
  }
  const stale = all.filter((product) => wanted.has(product.slug) && !isCurrent(product)).map(({ slug }) => slug)
  const threads = stale.length < MIN_PRODUCTS_FOR_THREADS ? 1 : Math.min(os.availableParallelism(), 4)
  const built = threads === 1 ? await buildEach(stale, output) : await buildInThreads(stale, output, threads)
  for (const product of built) {
    known.set(product.slug, { ...product, sourceHash: hashes.get(product.slug) ?? '' })
  }
  const manifest: Manifest = { products: all.flatMap(({ slug }) => known.get(slug) ?? []) }
  const unfinished = path.join(output, `${UNFINISHED}manifest.json`)
  fs.writeFileSync(unfinished, `${JSON.stringify(manifest, null, 2)}\n`)
  fs.renameSync(unfinished, path.join(output, 'manifest.json'))
  return manifest
}

type Unhashed = Omit<BuiltProduct, 'sourceHash'>

/** Builds these products one after another. */
export async function buildEach(slugs: readonly string[], output: string): Promise<Unhashed[]> {
  const products: Unhashed[] = []
  for (const product of slugs.length === 0 ? [] : readProducts(slugs)) {
    products.push(await buildProduct(product, output))
  }
  return products
}

/** Builds these products in several threads. @throws Error the first fault of any product. */
async function buildInThreads(slugs: readonly string[], output: string, threads: number): Promise<Unhashed[]> {
  // Neighbouring products take equally long, so the threads take turns.
  const shares = Array.from({ length: threads }, (_, thread) => slugs.filter((_slug, index) => index % threads === thread))
  const workers = shares.map(
    (share) => new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: { slugs: share, output } }),
  )
  try {
    const parts = await Promise.all(
      workers.map(
        (worker) =>
          new Promise<Unhashed[]>((resolve, reject) => {
            worker.once('message', resolve).once('error', reject)
            worker.once('exit', () => reject(new Error('A thread of the build ended early')))
          }),
      ),
    )
    return parts.flat()
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** Removes what a killed build left, and products that have no sources any more. */
function removeOthers(products: readonly Product[], output: string): void {
  const known = new Set(['manifest.json', SEAL, ...products.map(({ slug }) => slug)])
  for (const name of fs.readdirSync(output).filter((entry) => !known.has(entry))) {
    fs.rmSync(path.join(output, name), { recursive: true, force: true })
  }
}

export function readManifest(output = OUTPUT_DIR): Manifest {
  const file = path.join(output, 'manifest.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest) : { products: [] }
}

async function buildProduct(product: Product, output: string): Promise<Unhashed> {
  const target = path.join(output, `${UNFINISHED}${product.slug}`)
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target, { recursive: true })
  const files: BuiltFile[] = []
  const rendered: Rendered[] = []
  for (const file of product.files) {
    const drawn = await renderFile(product, file)
    rendered.push(drawn)
    files.push(await writeFile(file, drawn, target))
  }
  const book = renderBook(product)
  if (book) {
    files.push(await writeFile({ name: `${product.slug}.epub`, source: '', label: 'For reading on a phone' }, book, target))
  }
  const document = rendered.find(({ blocks }) => blocks !== undefined)?.blocks
  const pagePictures = await writePagePictures(product, rendered, target)
  const open = document ? openPart(document) : openTexts(rendered[0]?.texts ?? [])
  const finished = path.join(output, product.slug)
  fs.rmSync(finished, { recursive: true, force: true })
  fs.renameSync(target, finished)
  const { directory, files: _sources, ...details } = product
  const questions = product.files.some(({ source }) => source === 'questions.yaml')
    ? readExam(path.join(directory, 'questions.yaml')).questions.length
    : undefined
  return {
    ...details,
    origin: originOf(product),
    references: Object.keys(readReferences(directory)).length,
    ...(questions ? { questions } : {}),
    contents: files[0]?.contents ?? [],
    openPart: open,
    pagePictures,
    files,
  }
}

async function writeFile(file: ProductFile, rendered: Rendered, target: string): Promise<BuiltFile> {
  fs.writeFileSync(path.join(target, file.name), rendered.bytes)
  const type = path.extname(file.name)
  const { texts } = rendered
  const pages = texts || type === '.epub' ? undefined : await countPages(rendered.pdf ?? rendered.bytes)
  return {
    name: file.name,
    label: file.label,
    type: MEDIA_TYPES[type] ?? '',
    bytes: rendered.bytes.length,
    sha256: sha256(rendered.bytes),
    ...(pages ? { pages } : {}),
    ...(type === '.pptx' ? { slides: texts?.length } : {}),
    ...(type === '.xlsx' ? { sheets: texts?.length } : {}),
    contents: rendered.contents,
  }
}

/** Writes pictures of the first pages of a PDF that is sold, or else of a Word file. @returns their names. */
async function writePagePictures(product: Product, rendered: Rendered[], target: string): Promise<string[]> {
  const pdf =
    rendered.find((_rendered, at) => product.files[at]?.name.endsWith('.pdf'))?.bytes ??
    rendered.find(({ pdf: printed }) => printed !== undefined)?.pdf
  const pictures = pdf ? await drawPages(pdf) : []
  fs.mkdirSync(path.join(target, 'pages'), { recursive: true })
  return pictures.map((picture, at) => {
    const name = `pages/${at + 1}.webp`
    fs.writeFileSync(path.join(target, name), picture)
    return name
  })
}

async function countPages(pdf: Uint8Array): Promise<number> {
  return (await getDocumentProxy(new Uint8Array(pdf))).numPages
}
