import { describe, expect, test } from 'vitest'
import type { Block } from './chapters.ts'
import { getStatedTitle, getTitlePage } from './title-page.ts'

const heading = (text: string): Block => ({ kind: 'heading', text })
const text = (line: string): Block => ({ kind: 'text', text: line })

describe('the title of a title page', () => {
  test('is joined from its lines, between the institution and the author', () => {
    const page = [
      heading('ROYAL SCHOOL OF NURSING, ENUGU'),
      heading('KNOWLEDGE AND PRACTICE OF HAND HYGIENE'),
      heading('AMONG NURSES IN UNIVERSITY COLLEGE HOSPITAL, IBADAN'),
      heading('BY'),
      heading('ADA OBI'),
      heading('CHAPTER ONE'),
    ]
    expect(getTitlePage(page).title).toBe(
      'KNOWLEDGE AND PRACTICE OF HAND HYGIENE AMONG NURSES IN UNIVERSITY COLLEGE HOSPITAL, IBADAN',
    )
  })

  test.each([
    ['the kind of work', heading('A RESEARCH PROJECT')],
    ['the author', heading('PRESENTED BY ADA OBI')],
    ['the purpose', text('Submitted to the Department of Nursing in partial fulfilment of the requirements')],
    ['the date', heading('JULY, 2023')],
    ['a line of another kind', text('Ada Obi')],
  ])('ends before %s', (_what, next) => {
    expect(getTitlePage([heading('PAIN ASSESSMENT AMONG PAEDIATRIC NURSES'), next]).title).toBe(
      'PAIN ASSESSMENT AMONG PAEDIATRIC NURSES',
    )
  })

  test('may name a case study', () => {
    const title = 'A case study of a woman with eclampsia in Kano'
    expect(getTitlePage([heading(title), text('By Ada Obi')]).title).toBe(title)
  })

  test.each([
    ['only a chapter', [heading('CHAPTER ONE'), text('Nurses wash their hands less often than they say.')]],
    ['a sentence', [text('Nurses on surgical wards wash their hands less often than they say.')]],
    ['a name', [heading('ADA OBI')]],
    ['nothing', []],
  ])('is null when the first page has %s', (_what, page) => {
    expect(getTitlePage(page).title).toBeNull()
  })
})

test('the title follows a label in spaced letters', () => {
  const page = [text('C A R E S T U DY'), heading('Nursing care of a child with a burn'), heading('CHAPTER ONE')]
  expect(getTitlePage(page).title).toBe('Nursing care of a child with a burn')
})

test.each([
  ['Hand  hygiene among nurses in Kano ', 'Hand hygiene among nurses in Kano'],
  ['Microsoft Word - chapter one to five', null],
  ['my project work final copy.docx', null],
  ['Project work', null],
  [undefined, null],
])('the title in the properties %j is %j', (stated, title) => {
  expect(getStatedTitle(stated)).toBe(title)
})

describe('the year of a title page', () => {
  const title = heading('PAIN ASSESSMENT AMONG PAEDIATRIC NURSES')

  test.each([
    ['JULY, 2023', 2023],
    ['2022', 2022],
    ['Submitted to the School of Nursing, Eleyele, September 2024', 2024],
    ['12 March 2021', 2021],
  ])('is read from "%s"', (line, year) => {
    expect(getTitlePage([title, text(line)]).year).toBe(year)
  })

  test('is the one at the foot of the page', () => {
    expect(getTitlePage([title, text('May 2019'), text('June 2022')]).year).toBe(2022)
  })

  test.each([
    ['a year in the title', [heading('Outbreaks of cholera between 2019 and 2021 in Kano')]],
    ['a date after the title page', [title, heading('ABSTRACT'), text('It was done in May 2020')]],
  ])('is null for %s', (_what, page) => {
    expect(getTitlePage(page).year).toBeNull()
  })
})
