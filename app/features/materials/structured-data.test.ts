import { expect, test } from 'vitest'
import { materialStructuredData } from './structured-data.ts'
import type { Material } from './queries.server.ts'

const work: Material = {
  id: '0b6f1f2e-0000-8000-9000-000000000000',
  slug: 'hand-hygiene',
  title: 'Hand hygiene on two wards',
  subject_area: 'Infection Control',
  category: 'research_project',
  format: 'PDF',
  price: 3000,
  rating: 0,
  pages: 62,
  year_of_study: 2023,
  selar_link: 'https://selar.com/a1b2c3',
  sold_here: false,
  is_sample: false,
  list_category: 'research_project',
  bundle_size: null,
  published_at: '2026-01-01T00:00:00Z',
  chapter_one_preview: '## Background',
  updated_at: '2026-11-22T12:00:00Z',
  inside: null,
  pictures: [],
  blurred_picture: null,
  files: [],
  abstract: 'We watched hands.',
  preview_section: 'introduction',
  full_contents: ['Chapter one: Introduction', 'References'],
  instrument_included: true,
  origin: null,
  may_adapt: false,
  design: 'An observational study.',
  population_and_sample: null,
  instrument: 'A checklist.',
  analysis: null,
  programme: 'bnsc',
  reference_count: 46,
  newest_reference_year: 2022,
  file_size: 1_258_291,
  file_date: '2026-11-20',
  author: null,
  publish_at: null,
}
const page = {
  url: 'https://lamplight.example/material-preview/hand-hygiene',
  picture: 'https://lamplight.example/share/a.png',
  isSold: true,
}
const getGraph = (material: Material) =>
  materialStructuredData(material, { ...page, isSold: material.selar_link !== null })['@graph'] as unknown as Record<
    string,
    unknown
  >[]

test('materialStructuredData describes a work on sale as a resource and a product', () => {
  const [resource, product] = getGraph(work)
  expect(resource).toMatchObject({
    '@type': 'LearningResource',
    learningResourceType: 'research project',
    abstract: 'We watched hands.',
    educationalLevel: 'BNSc',
    hasPart: [{ name: 'Chapter one: Introduction' }, { name: 'References' }],
    encoding: { contentSize: '1.2 MB', encodingFormat: 'application/pdf', uploadDate: '2026-11-20' },
  })
  expect(product).toMatchObject({
    '@type': 'Product',
    description: 'Infection Control. Free to read: the introduction.',
    subjectOf: { '@id': `${page.url}#work` },
    offers: { price: 3000, priceCurrency: 'NGN', availability: 'https://schema.org/InStock' },
  })
  const properties = (product?.additionalProperty ?? []) as { name: string; value: string }[]
  expect(properties.map(({ name, value }) => [name, value])).toEqual([
    ['Design', 'An observational study.'],
    ['Instrument', 'A checklist.'],
    ['References', '46, the newest of 2022'],
    ['Instrument included', 'yes'],
    ['Pages', '62'],
  ])
})

test('materialStructuredData describes a sample as a sample and not as a product', () => {
  const graph = getGraph({ ...work, is_sample: true, file_size: null, file_date: null })
  expect(graph.map((detail) => [detail['@type'], detail.learningResourceType])).toEqual([
    ['LearningResource', 'sample research project'],
  ])
  expect(JSON.stringify(graph)).not.toMatch(/Offer|price|contentSize/)
})

test('materialStructuredData omits unknown details', () => {
  const nothing = { abstract: null, full_contents: null, programme: null, file_size: null, design: null, instrument: null }
  const [resource, product] = getGraph({
    ...work,
    ...nothing,
    instrument_included: null,
    reference_count: null,
    newest_reference_year: null,
    pages: null,
    chapter_one_preview: null,
  })
  expect(Object.keys(resource ?? {})).not.toEqual(expect.arrayContaining(['abstract']))
  expect(product).not.toHaveProperty('additionalProperty')
  expect(product).toMatchObject({ description: 'Infection Control.' })
})
