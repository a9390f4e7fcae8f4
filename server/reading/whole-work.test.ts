import { describe, expect, it } from 'vitest'
import type { Block } from './chapters.ts'
import { getStudyDetails } from './whole-work.ts'

const text = (words: string): Block => ({ kind: 'text', text: words })
const heading = (words: string): Block => ({ kind: 'heading', text: words })
const of = (...blocks: Block[]) => getStudyDetails(blocks, true)

describe('abstract', () => {
  it('is the text below its heading without keywords', () => {
    expect(
      of(heading('ABSTRACT'), text('We asked.'), text('They answered.'), text('Keywords: hands'), text('More')),
    ).toMatchObject({
      abstract: 'We asked.\n\nThey answered.',
    })
    expect(of(heading('Abstract:'), text('We asked.'), heading('CHAPTER ONE'), text('No.'))).toMatchObject({
      abstract: 'We asked.',
    })
  })

  it('ends with a complete sentence within 300 words', () => {
    const sentence = `${'word '.repeat(39)}end. `
    const { abstract } = of(heading('Abstract'), text(sentence.repeat(9))) ?? {}
    expect(abstract?.split(/\s+/)).toHaveLength(280)
    expect(abstract).toMatch(/end\.$/)
  })

  it('is null without a heading or without text below it', () => {
    expect(of(text('Abstract thought'))).toMatchObject({ abstract: null })
    expect(of(heading('Abstract'), heading('CHAPTER ONE'))).toMatchObject({ abstract: null })
  })
})

describe('contents', () => {
  it('list chapters with their titles, references and appendices but not a table of contents', () => {
    expect(
      of(
        heading('TABLE OF CONTENTS'),
        heading('CHAPTER ONE: INTRODUCTION ........ 1'),
        heading('APPENDIX I: QUESTIONNAIRE ..... 70'),
        heading('CHAPTER ONE'),
        heading('INTRODUCTION'),
        heading('1.1 Background'),
        heading('Chapter Two: Literature review'),
        heading('CHAPTER III'),
        heading('3.1 Design'),
        heading('REFERENCES'),
        heading('APPENDIX I'),
        heading('SECTION A'),
      ),
    ).toMatchObject({
      full_contents: [
        'Chapter one: Introduction',
        'Chapter two: Literature review',
        'Chapter three',
        'References',
        'Appendix I: Questionnaire',
      ],
      instrument_included: true,
    })
  })

  it('are null for a work without chapters, like the missing instrument', () => {
    expect(of(heading('Introduction'), heading('References'))).toMatchObject({ full_contents: null, instrument_included: null })
  })
})

describe('references', () => {
  it('are counted by their years in brackets up to the appendices', () => {
    const year = new Date().getFullYear()
    expect(
      of(
        text('As Ade (2020) says.'),
        heading('References'),
        text('Ade, B. (2019). On wards. Bello, C. (2022a). On hands.'),
        { kind: 'item', text: `Chidi, D. (${year + 1}). In press. (n.d.).` },
        heading('APPENDIX I'),
        text('A letter of (2023).'),
      ),
    ).toMatchObject({ reference_count: 3, newest_reference_year: 2022 })
  })

  it('are null without such a list', () => {
    expect(of(text('Ade (2020)'))).toMatchObject({ reference_count: null, newest_reference_year: null })
  })
})

it('getStudyDetails names the first chapter as preview only when it was found', () => {
  expect(getStudyDetails([text('Some text')], false)).toMatchObject({ preview_section: 'introduction' })
  expect(getStudyDetails([text('Some text')], true)).toMatchObject({ preview_section: 'first_chapter' })
})
