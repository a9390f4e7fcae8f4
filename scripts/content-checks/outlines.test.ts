import { describe, expect, test } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { abstractFaults, outlineContentsFaults } from './outlines.ts'

const { head } = readSampleContent().materials.find(({ head: { category } }) => category === 'research_project') ?? {
  head: undefined,
}
if (head === undefined) {
  throw new Error('The seed has no research project')
}

describe('abstractFaults', () => {
  const abstract =
    'The aim of the planned study is to assess pain. A cross-sectional design is planned. Adults will be selected at random. ' +
    'A questionnaire will be used. Scores will be compared by regression. The report would give the mean of each group.'
  const faultsOf = (text: string) => abstractFaults({ ...head, abstract: text })

  test('accepts a plan that states design, sample, instrument, analysis and what would be reported', () => {
    expect(faultsOf(abstract)).toEqual([])
  })

  test.each([
    ['The aim of the planned study is to', 'This planned study sets out to', '"sets out to" sounds like a finished work'],
    ['Adults will be selected at random. ', '', 'the abstract does not state its sample'],
    ['The report would give', 'The report gives', 'the abstract does not state what a finished work would report'],
    [/planned/g, 'new', 'the abstract does not state that the work is an outline or a plan'],
  ])('reports an abstract with %j changed to %j', (from, to, fault) => {
    expect(faultsOf(abstract.replace(from, to))).toEqual([expect.stringContaining(fault)])
  })
})

describe('outlineContentsFaults', () => {
  const contents = [
    'Chapter one: Introduction (background, significance, scope and delimitation, operational definition of terms)',
    'Chapter four: Results (tables for each research question; not yet written)',
    'Appendix A: Consent form and place for the letter of ethical approval',
  ]
  const faultsOf = (full_contents: string[], category = head.category) =>
    outlineContentsFaults({ ...head, category, full_contents })

  test('accepts contents with the sections of the format', () => {
    expect(faultsOf(contents)).toEqual([])
    expect(faultsOf(['1. Introduction'], 'seminar')).toEqual([])
  })

  test.each([
    ['significance, scope and delimitation, ', '', 'chapter one lists no significance, scope'],
    ['tables for each research question; not yet written', '9 tables, 1 figure', 'counts tables of an outline'],
    ['Consent form and place for the letter of ethical approval', 'Questionnaire', 'names no appendix for consent'],
  ])('reports contents with %j changed to %j', (from, to, fault) => {
    expect(faultsOf(contents.map((line) => line.replace(from, to)))).toEqual([expect.stringContaining(fault)])
  })
})
