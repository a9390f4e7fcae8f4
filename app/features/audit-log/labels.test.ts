import { describe, expect, it } from 'vitest'
import { describeAction, describeName, describeSubject, describeValue } from './labels.ts'

it.each([
  ['material.published', 'Material published'],
  ['topic_request.answered', 'Topic request answered'],
  ['order.refund_agreed', 'Refund approved'],
])('describeAction names %s', (action, label) => {
  expect(describeAction(action)).toBe(label)
})

describe('describeValue', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const names = new Map([[id, 'Ada Obi']])
  it.each([
    ['profile_id', id, 'Ada Obi'],
    ['minimum_kobo', 500_000, '₦5,000'],
    ['price', 2000, '₦2,000'],
    ['published_at', '2026-11-20T09:00:00+00:00', '20 Nov 2026, 10:00'],
    ['published_at', null, ''],
    ['sold_here', true, 'Yes'],
    ['comment_status', 'declined', 'Hidden'],
    ['check', 'own_work', "It is the student's own work"],
    ['file_removal_due', '2026-11-30T13:30:00.001+00:00', '30 Nov 2026, 14:30'],
    ['keywords', ['pain', 'ward'], 'pain, ward'],
    ['admin_roles', 'money, editor', 'Money, Editor'],
    ['run_weekday', 5, 'Fridays'],
    ['share_basis', 'net', 'the price less the provider’s fee'],
    ['fee_hundredths', 450, '4.5 %'],
    ['fee_fixed_kobo', 5000, '₦50'],
    ['category', 'research_project', 'Research project'],
    ['programme', 'bnsc', 'BNSc'],
    ['file', { pages: 12, profile_id: id }, 'Pages: 12; Student: Ada Obi'],
  ])('formats %s %j', (column, value, shown) => {
    expect(describeValue(column, value, names)).toBe(shown)
  })
})

it.each([
  ['text.changed', 'hero.hero_title', 'Home page, title'],
  ['money.sales_added', 'csv', 'from a CSV file'],
  ['sample_content.loaded', 'sample content', ''],
  ['product_rule.added', 'other.care plan', '“care plan” on another provider'],
])('describeSubject names %s of %s', (action, subject, name) => {
  expect(describeSubject(action, subject)).toBe(name)
})

it('describeName names an email by its label', () => {
  expect(describeName('order paid, to ada@mail.ng')).toBe('Receipt and file, to ada@mail.ng')
  expect(describeName('Pain, to whom it belongs')).toBe('Pain, to whom it belongs')
})
