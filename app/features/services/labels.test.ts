import { expect, test } from 'vitest'
import { commaSeparated, paragraphs, startingPrice, turnover, typeBadge } from './labels.ts'

test.each([
  ['10,000', '₦10,000'],
  ['1250000', '₦1,250,000'],
  [' ₦5 000 ', '₦5,000'],
  ['', 'Contact for pricing'],
  ['  ', 'Contact for pricing'],
  [null, 'Contact for pricing'],
  ['0', 'Contact for pricing'],
  ['0.00', 'Contact for pricing'],
  ['500 a page', '500 a page'],
])('startingPrice formats %j as %s', (values, shown) => {
  expect(startingPrice(values)).toBe(shown)
})

test('typeBadge returns upper case with spaces for underscores', () => {
  expect(typeBadge('research_paper')).toBe('RESEARCH PAPER')
})

test('turnover and paragraphs fall back to the default texts', () => {
  expect(turnover(null)).toBe('Fast delivery')
  expect(turnover(' ')).toBe('Fast delivery')
  expect(turnover('2 days')).toBe('2 days')
  expect(paragraphs(null)).toEqual(['Professional nursing writing service tailored to your academic needs.'])
  expect(paragraphs(' \n ')).toEqual(['Professional nursing writing service tailored to your academic needs.'])
  expect(paragraphs('One.\n\nTwo.')).toEqual(['One.', 'Two.'])
})

test('commaSeparated drops empty and repeated parts', () => {
  expect(commaSeparated('APA 7, Tables,, Tables , ')).toEqual(['APA 7', 'Tables'])
  expect(commaSeparated(null)).toEqual([])
})
