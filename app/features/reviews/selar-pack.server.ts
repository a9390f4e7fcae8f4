import { type RouterContextProvider } from 'react-router'
import type { Entry } from '#app/platform/archives/zip.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { shortened } from '#app/platform/text/strings.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { getVersion } from '#app/platform/pictures/picture-version.server.ts'
import type { Drawing } from '#app/services/pictures.ts'
import { readableHtml, getText } from '#app/platform/text/readable.server.ts'
import { getCategory } from '../materials/categories.ts'
import { materialCover } from '../sharing/covers.ts'
import type { Review } from './queries.server.ts'
import { categoryFor } from './labels.ts'

/**
 * Yields the files of the Selar pack, with which the admin creates a product on Selar: title, description and price to
 * copy, a cover, and the work's file.
 */
export async function* selarPack(
  context: Readonly<RouterContextProvider>,
  { upload, material, read }: Review,
  file: ReadableStream<Uint8Array>,
): AsyncGenerator<Entry> {
  const product = {
    id: upload.id,
    slug: '',
    rating: 0,
    title: material?.title ?? upload.title,
    subject_area: material?.subject_area ?? upload.subject_area ?? '',
    category: material?.category ?? categoryFor(upload.category),
    list_category: material?.category ?? categoryFor(upload.category),
    bundle_size: null,
    price: material?.price ?? upload.proposed_price,
    pages: material?.pages ?? read?.pages ?? upload.pages,
    year_of_study: material?.year_of_study ?? upload.year_of_study,
    selar_link: null,
    sold_here: false,
    is_sample: false,
    published_at: null,
  }
  const drawing: Drawing = { of: 'cover', cover: materialCover(product) }
  const cover = await context.get(siteContext).pictures.drawn(getVersion(drawing), drawing)
  const preview = material?.chapter_one_preview ?? read?.first_chapter ?? ''
  const texts = {
    'title.txt': product.title,
    'description.txt': describe(product, upload.description ?? '', getText(readableHtml(preview).html)),
    'price.txt': product.price === 0 ? 'not set' : formatPrice(product.price),
  }

  const changed = new Date()
  for (const [name, text] of Object.entries(texts)) {
    yield { name, changed, content: [new TextEncoder().encode(`${text}\n`)] }
  }
  if (cover) {
    yield { name: 'cover.png', changed, content: [cover.bytes] }
  }
  yield { name: fileName(product.title, upload.file_name), changed, content: file }
}

/**
 * Returns the product's description: kind, the student's description, the beginning, and the statement that it is a
 * guide.
 */
function describe(
  product: { category: string; subject_area: string; pages: number | null; year_of_study: number | null },
  description: string,
  beginning: string,
): string {
  const details = [
    getCategory(product.category).label,
    product.subject_area,
    product.pages === null ? '' : `${product.pages} pages`,
    product.year_of_study === null ? '' : String(product.year_of_study),
  ].filter(Boolean)
  return [
    details.join(', '),
    description,
    beginning && `How it begins:\n${shortened(beginning, 900)}`,
    'This is a guide and a sample: cite it, do not submit it as your own.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Returns a file name from the work's title; buyers download the file under it. */
function fileName(title: string, original: string): string {
  const ending = original.match(/\.[a-z]{3,4}$/i)?.[0] ?? ''
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
  return `${plain || 'work'}${ending.toLowerCase()}`
}
