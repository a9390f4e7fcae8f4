import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { ServiceClient } from '../service-client.ts'
import { seedId } from './files.ts'
import { type BuiltFile, type BuiltProduct, builtProducts, readBuiltProducts } from './product-manifest.ts'

/** How many products are uploaded at a time. */
const CONCURRENCY = 4

const CATEGORIES: Record<BuiltProduct['kind'], string> = {
  'seminar-pack': 'seminar',
  'care-study': 'client_care_study',
  'proposal-kit': 'proposal',
  'working-file': 'study_aid',
  'question-pack': 'study_aid',
  'exam-pack': 'study_aid',
}
const FORMATS: Record<string, string> = {
  '.pdf': 'PDF',
  '.docx': 'Word',
  '.pptx': 'PowerPoint',
  '.xlsx': 'Excel',
  '.epub': 'EPUB',
}

/**
 * Puts the built products on sale with their files. A product whose id or slug a material has already is skipped, so
 * an interrupted load can be repeated.
 * @returns the number of products.
 * @throws {Error} when their manifest cannot be read, or the backend rejects one.
 */
export async function loadProducts(client: ServiceClient, directory = builtProducts): Promise<number> {
  const products = await readBuiltProducts(directory)
  const materials = await client
    .from('research_materials')
    .select('id, slug, sold_here')
    .in(
      'slug',
      products.map(({ slug }) => slug),
    )
    .throwOnError()
  const isLoaded = ({ slug }: BuiltProduct) =>
    materials.data.some((material) => material.slug === slug && (material.sold_here || material.id !== getId(slug)))
  const missing = mixKinds(products).filter((product) => !isLoaded(product))
  for (let start = 0; start < missing.length; start += CONCURRENCY) {
    await Promise.all(missing.slice(start, start + CONCURRENCY).map((product) => loadProduct(client, product, directory)))
  }
  return products.length
}

/** Spreads the products of each kind evenly, so that the first page of the newest ones has all kinds. */
export function mixKinds<Product extends Pick<BuiltProduct, 'kind'>>(products: readonly Product[]): Product[] {
  return [...Map.groupBy(products, ({ kind }) => kind).values()]
    .flatMap((alike) => alike.map((product, at) => ({ product, place: (at + 0.5) / alike.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ product }) => product)
}

const getId = (slug: string) => seedId('products', slug)

async function loadProduct(client: ServiceClient, product: BuiltProduct, directory: string): Promise<void> {
  const { slug, files } = product
  for (const { name, type } of files) {
    const bytes = await fs.readFile(path.join(directory, slug, name))
    const bucket = client.storage.from('material-uploads')
    // An interrupted load may have left the file of an older build, which no material has yet.
    await bucket.remove([storedAt(slug, name)])
    const { error } = await bucket.upload(storedAt(slug, name), bytes, { contentType: type })
    if (error) {
      throw new Error(`Could not store the file ${slug}/${name}: ${error.message}`, { cause: error })
    }
  }
  const pictures = await storePagePictures(client, product, directory)
  const material = await client
    .from('research_materials')
    .upsert(
      { ...getMaterial(product), page_pictures: pictures.length > 0 ? pictures : null },
      { onConflict: 'id', ignoreDuplicates: true },
    )
  if (material.error) {
    throw new Error(`Could not add the product ${slug}: ${material.error.message}`, { cause: material.error })
  }
  const { data: isOnSale, error } = await client.rpc('add_platform_files', { material: getId(slug), files: getFiles(product) })
  if (error || !isOnSale) {
    throw new Error(`Could not put the product ${slug} on sale: ${error?.message ?? 'it has files already'}`, { cause: error })
  }
}

/** Stores the pictures of a product's first pages in the public bucket. @returns their paths, in order. */
async function storePagePictures(
  client: ServiceClient,
  { slug, pagePictures }: BuiltProduct,
  directory: string,
): Promise<string[]> {
  return Promise.all(
    pagePictures.map(async (name) => {
      const bytes = await fs.readFile(path.join(directory, slug, name))
      // The name changes with the content, so browsers may cache it for a year.
      const stored = `pages/${slug}/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.webp`
      const { error } = await client.storage
        .from('product-files')
        .upload(stored, bytes, { contentType: 'image/webp', cacheControl: '31536000', upsert: true })
      if (error) {
        throw new Error(`Could not store the picture ${slug}/${name}: ${error.message}`, { cause: error })
      }
      return stored
    }),
  )
}

/** Returns the path of a product's file in the bucket material-uploads. */
const storedAt = (slug: string, name: string) => `products/${slug}/${name}`

function getMaterial(product: BuiltProduct) {
  const { slug, title, subject_area, programme, price, kind, summary, inside, contents, files, openPart, updated } = product
  const isKit = kind === 'question-pack' || kind === 'proposal-kit'
  return {
    id: getId(slug),
    slug,
    title,
    subject_area,
    category: CATEGORIES[kind],
    programme,
    price,
    pages: files[0]?.pages ?? null,
    year_of_study: Number(updated.slice(0, 4)),
    abstract: [...summary, `For: ${product.for}.`].join('\n\n'),
    inside,
    full_contents: contents,
    preview_section: 'introduction',
    chapter_one_preview: openPart,
    instrument_included: isKit ? true : null,
    origin: product.origin,
    may_adapt: product.may_adapt,
    reference_count: product.references || null,
  }
}

function getFiles({ slug, files }: BuiltProduct) {
  return files.map((file, index) => ({
    position: index + 1,
    path: storedAt(slug, file.name),
    name: file.name,
    label: file.label,
    extent: describeExtent(file),
    sha256: file.sha256,
    format: FORMATS[path.extname(file.name)] ?? '',
  }))
}

/** Returns the length of a file, such as "19 slides". */
function describeExtent({ pages, slides, sheets }: BuiltFile): string {
  const counted = [
    { count: slides, unit: 'slide' },
    { count: sheets, unit: 'sheet' },
    { count: pages, unit: 'page' },
  ].find(({ count }) => count !== undefined)
  return counted?.count === undefined ? '' : `${counted.count} ${counted.unit}${counted.count === 1 ? '' : 's'}`
}
