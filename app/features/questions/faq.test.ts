import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { firstRules } from '../earnings/rules.ts'
import { faq } from './faq.ts'
import { privacy } from '../texts/privacy.ts'
import { filledIn, searchFaq } from './queries.server.ts'

const all = filledIn(faq, firstRules).flatMap(({ questions }) => questions)

test('faq contains at least fifteen distinct questions with short answers', () => {
  expect(all.length).toBeGreaterThanOrEqual(15)
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
  expect(new Set(faq.map(({ id }) => id)).size).toBe(faq.length)
  for (const { question, answer } of all) {
    expect(answer.length, question).toBeGreaterThan(40)
    expect(answer.length, question).toBeLessThan(400)
  }
})

test.each([
  ['refunded', 'Can I get my money back?', true],
  ['How do I get my money back?', 'Can I get my money back?', true],
  ['when am I paid', 'When and how am I paid?', true],
  ['refund zebras', 'Can I get my money back?', false],
])('a search for "%s" finds its question', (search, question, hasAllWords) => {
  const found = searchFaq(filledIn(faq, firstRules), search)
  expect(found.parts.flatMap(({ questions }) => questions.map((each) => each.question))).toContain(question)
  expect(found.parts.flatMap(({ questions }) => questions).length).toBeLessThan(
    faq.flatMap(({ questions }) => questions).length / 2,
  )
  expect(found.hasAllWords).toBe(hasAllWords)
})

test('searchFaq returns no question for unknown words', () => {
  expect(searchFaq(faq, 'zebra').parts).toEqual([])
})

test('searchFaq returns all questions for an empty search', () => {
  expect(searchFaq(faq, '').parts).toEqual(faq)
})

test('faq contains the promises of the specification', () => {
  const text = all.map(({ answer }) => answer).join('\n')
  for (const promise of [
    /within 7 days of paying/,
    /7-day satisfaction window/,
    /usually reply within 24 hours/,
    /3-5 business days/,
    /Half of every sale/,
  ]) {
    expect(text).toMatch(promise)
  }
})

test('faq and terms describe payment both here and on Selar', () => {
  const terms = parse(fs.readFileSync('supabase/seed/settings/terms.yaml', 'utf8')) as Record<string, string>
  const answerTo = (asked: string) => all.find(({ question }) => question === asked)?.answer
  for (const text of [
    answerTo('How do I buy a material?'),
    answerTo('I paid and got nothing. What now?'),
    terms.terms_payment_content,
    terms.terms_disclaimer_content,
  ]) {
    expect(text).toMatch(/Selar.*Paystack/s)
  }
  expect(all.map(({ answer }) => answer).join('\n')).not.toMatch(/there is no file to buy|no payment link/)
})

test('faq, terms and privacy agree on templates, receipts, shares and retention', () => {
  const terms = parse(fs.readFileSync('supabase/seed/settings/terms.yaml', 'utf8')) as Record<string, string>
  const answers = all.map(({ answer }) => answer).join('\n')
  const keeping = privacy.find(({ title }) => title === 'How long we keep it')?.paragraphs.join('\n')
  for (const text of [answers, Object.values(terms).join('\n')]) {
    expect(text).toContain('sold to be adapted')
    expect(text).toContain('order reference, or the email address that you paid with, is enough')
    expect(text).not.toContain('send the receipt')
    expect(text).toMatch(/unless we agreed another share/)
  }
  expect(keeping).toMatch(/Failed sign-ins: .*an hour/)
  expect(keeping).toMatch(/searches that found nothing: twelve weeks/)
  expect(all.map(({ question }) => question).join()).toContain('Outline')
})
