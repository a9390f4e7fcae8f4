import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { type RouterContextProvider } from 'react-router'
import { siteContext } from '../../platform/process/backend.server.ts'
import { shortened } from '../../platform/text/letters.ts'
import { formatPrice } from '../../platform/text/money.ts'
import { versionOf } from '../../platform/process/pictures.server.ts'
import type { Drawing } from '../../platform/process/pictures.ts'
import { readableHtml, textOf } from '../../platform/text/readable.server.ts'
import { categoryOf } from '../materials/categories.ts'
import { materialCover } from '../sharing/covers.ts'
import type { Review } from './queries.server.ts'
import { categoryFor } from './words.ts'

/**
 * The Selar pack, from which the operator makes a product on Selar: a ZIP archive with the work's file, a cover, and title, description and
 * price to copy. It is made while it is sent.
 */
export async function selarPack(
  context: Readonly<RouterContextProvider>,
  { upload, material, read }: Review,
  file: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const product = {
    id: upload.id,
    slug: '',
    rating: 0,
    title: material?.title ?? upload.title,
    subject_area: material?.subject_area ?? upload.subject_area ?? '',
    category: material?.category ?? categoryFor(upload.category),
    price: material?.price ?? upload.proposed_price,
    pages: material?.pages ?? read?.pages ?? upload.pages,
    year_of_study: material?.year_of_study ?? upload.year_of_study,
    selar_link: null,
    is_sample: false,
  }
  const drawing: Drawing = { of: 'cover', cover: materialCover(product) }
  const cover = await context.get(siteContext).pictures.drawn(versionOf(drawing), drawing)
  const preview = material?.chapter_one_preview ?? read?.first_chapter ?? ''
  const texts = {
    'title.txt': product.title,
    'description.txt': describe(product, upload.description ?? '', textOf(readableHtml(preview).html)),
    'price.txt': product.price === 0 ? 'not set' : formatPrice(product.price),
  }

  const reader = file.getReader()
  const work = new ZipPassThrough(fileName(product.title, upload.file_name))
  const zip = new Zip()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip.ondata = (error, piece, last) => {
        if (error) {
          controller.error(error)
          return
        }
        controller.enqueue(piece)
        if (last) {
          controller.close()
        }
      }
      for (const [name, text] of Object.entries(texts)) {
        const entry = new ZipDeflate(name, { level: 6 })
        zip.add(entry)
        entry.push(strToU8(`${text}\n`), true)
      }
      if (cover) {
        const entry = new ZipPassThrough('cover.png')
        zip.add(entry)
        entry.push(cover.bytes, true)
      }
      // Documents are compressed already.
      zip.add(work)
    },
    async pull() {
      const { done, value } = await reader.read()
      work.push(value ?? new Uint8Array(), done)
      if (done) {
        zip.end()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** The product's description: kind, the student's description, the beginning, and the note that it is a guide. */
function describe(
  product: { category: string; subject_area: string; pages: number | null; year_of_study: number | null },
  description: string,
  beginning: string,
): string {
  const facts = [
    categoryOf(product.category).label,
    product.subject_area,
    product.pages === null ? '' : `${product.pages} pages`,
    product.year_of_study === null ? '' : String(product.year_of_study),
  ].filter(Boolean)
  return [
    facts.join(', '),
    description,
    beginning && `How it begins:\n${shortened(beginning, 900)}`,
    'This is a guide and a sample: cite it, do not submit it as your own.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The work's file name, made from its title; buyers download it under this name. */
function fileName(title: string, original: string): string {
  const ending = original.match(/\.[a-z]{3,4}$/i)?.[0] ?? ''
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
  return `${plain || 'work'}${ending.toLowerCase()}`
}
