import { expect, test } from 'vitest'
import { materialCover } from './covers.ts'

const material = {
  id: '0b6f1f2e-0000-8000-9000-000000000000',
  slug: 'hand-hygiene',
  title: 'Hand hygiene on two wards',
  subject_area: 'Infection Control',
  category: 'seminar',
  price: 0,
  rating: 0,
  pages: 20,
  year_of_study: 2023,
  selar_link: null,
  sold_here: false,
  is_sample: false,
  list_category: 'seminar',
  bundle_size: null,
  published_at: '2026-01-01T00:00:00Z',
}

test('materialCover names a bundle, a sample or an outline before the category', () => {
  expect(materialCover(material).kind).toBe('seminar')
  expect(materialCover({ ...material, bundle_size: 3 }).kind).toBe('Bundle of 3 · seminar')
  expect(materialCover({ ...material, is_sample: true, price: 2500 }).kind).toBe('Sample · seminar')
  expect(materialCover({ ...material, is_sample: true, list_category: 'outline' }).kind).toBe('Outline · seminar')
})
