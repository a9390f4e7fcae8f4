import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { clientWithSecretKey } from '../service-client.ts'
import type { BuiltProduct } from './product-manifest.ts'
import { loadProducts, mixKinds } from './products.ts'

const { backend, dataDirectory } = await startTestBackend()
const built = path.join(dataDirectory, 'built')
const client = clientWithSecretKey(
  { url: backend.url, secretKey: backend.keys.secret_key, fetch: backend.fetch },
  { repeats: false },
)

const OPEN_XML = 'application/vnd.openxmlformats-officedocument'
const TYPES: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.pptx': `${OPEN_XML}.presentationml.presentation`,
  '.xlsx': `${OPEN_XML}.spreadsheetml.sheet`,
}

/** Creates a product whose files contain their own names. */
function getProduct(slug: string, kind: BuiltProduct['kind'], names: string[], price: number): BuiltProduct {
  fs.mkdirSync(path.join(built, slug, 'pages'), { recursive: true })
  fs.writeFileSync(path.join(built, slug, 'pages/1.webp'), 'a picture')
  const files = names.map((name) => {
    fs.writeFileSync(path.join(built, slug, name), name)
    return {
      name,
      label: `The ${path.extname(name)}`,
      type: TYPES[path.extname(name)] ?? '',
      sha256: createHash('sha256').update(name).digest('hex'),
      ...(name.endsWith('.pptx') ? { slides: 19 } : name.endsWith('.xlsx') ? { sheets: 1 } : { pages: 6 }),
    }
  })
  return {
    slug,
    kind,
    title: `A product called ${slug}`,
    programme: 'bnsc',
    subject_area: 'Infection Control',
    for: 'A student',
    summary: ['One line.', 'Another line.'],
    inside: ['19 slides', 'A handout', 'Ten questions'],
    price,
    updated: '2026-11-24',
    origin: 'Written by our editors.',
    references: 12,
    may_adapt: kind !== 'seminar-pack',
    contents: ['Why it matters'],
    openPart: '## Why it matters\n\nHands carry germs.',
    pagePictures: kind === 'seminar-pack' ? ['pages/1.webp'] : [],
    files,
  }
}

beforeAll(() => {
  const products = [
    getProduct('clean-hands', 'seminar-pack', ['clean-hands.pptx', 'clean-hands.pdf'], 1500),
    getProduct('sample-size', 'working-file', ['sample-size.xlsx'], 0),
  ]
  fs.writeFileSync(path.join(built, 'manifest.json'), JSON.stringify({ products }))
})

const onSale = async () =>
  (
    await client
      .from('research_materials')
      .select('slug, price, category, format, pages, sold_here, is_sample, inside, file_size')
      .order('slug')
      .throwOnError()
  ).data

test('mixKinds spreads the products of each kind evenly', () => {
  const kinds = ['exam-pack', 'exam-pack', 'exam-pack', 'exam-pack', 'care-study', 'care-study', 'seminar-pack'] as const
  expect(mixKinds(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind)).toEqual([
    'exam-pack',
    'care-study',
    'exam-pack',
    'seminar-pack',
    'exam-pack',
    'care-study',
    'exam-pack',
  ])
})

describe('loadProducts', () => {
  test('puts each product on sale with its files, type and length', async () => {
    expect(await loadProducts(client, built)).toBe(2)
    expect(await onSale()).toMatchObject([
      {
        slug: 'clean-hands',
        price: 1500,
        category: 'seminar',
        format: 'PowerPoint',
        pages: null,
        sold_here: true,
        is_sample: false,
      },
      { slug: 'sample-size', price: 0, category: 'study_aid', format: 'Other', pages: null, sold_here: true, file_size: 16 },
    ])
    const { data: material } = await client
      .from('research_materials')
      .select('id')
      .eq('slug', 'clean-hands')
      .single()
      .throwOnError()
    const { data: files } = await client.rpc('material_files', { material: material.id }).throwOnError()
    expect(files).toMatchObject([
      { name: 'clean-hands.pptx', label: 'The .pptx', format: 'PowerPoint', extent: '19 slides' },
      { name: 'clean-hands.pdf', format: 'PDF', extent: '6 pages' },
    ])
    const stored = await client.storage.from('material-uploads').download('products/clean-hands/clean-hands.pdf')
    expect(await stored.data?.text()).toBe('clean-hands.pdf')
    const pictures = await client.from('research_materials').select('page_pictures').order('slug').throwOnError()
    expect(pictures.data.map(({ page_pictures }) => page_pictures)).toEqual([
      [expect.stringMatching(/^pages\/clean-hands\/[0-9a-f]{16}\.webp$/)],
      null,
    ])
    const [picture = ''] = pictures.data[0]?.page_pictures ?? []
    expect(await (await client.storage.from('product-files').download(picture)).data?.text()).toBe('a picture')
  })

  test('leaves loaded products unchanged and resumes an interrupted load', async () => {
    await client.from('research_materials').update({ price: 900 }).eq('slug', 'clean-hands').throwOnError()
    // This is the state after a process ended between the material and its files.
    await backend.database.run(`
      update public.research_materials set sold_here = false, published_at = null where slug = 'sample-size';
      delete from private.platform_files where file_name = 'sample-size.xlsx';
    `)
    await loadProducts(client, built)
    expect(await onSale()).toMatchObject([
      { slug: 'clean-hands', price: 900 },
      { slug: 'sample-size', sold_here: true },
    ])
  })

  test('skips a product whose slug another material has', async () => {
    await backend.database.run(`delete from public.research_materials`)
    await client.from('research_materials').insert({ slug: 'clean-hands', title: 'Ours', category: 'seminar' }).throwOnError()
    await loadProducts(client, built)
    expect(await onSale()).toMatchObject([
      { slug: 'clean-hands', sold_here: false },
      { slug: 'sample-size', sold_here: true },
    ])
  })

  test('throws with advice when the products are not built', async () => {
    await expect(loadProducts(client, path.join(built, 'nowhere'))).rejects.toThrow('npm run build:products')
  })
})
