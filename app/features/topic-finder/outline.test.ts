import { describe, expect, it } from 'vitest'
import { getOutlineFileName } from './outline.ts'

describe('getOutlineFileName', () => {
  it.each([
    ['Hand hygiene of visitors', 'hand-hygiene-of-visitors-outline.docx'],
    ['Nurses’ knowledge of "pre-eclampsia" in Ìbàdàn/Ọ̀yọ́', 'nurses-knowledge-of-pre-eclampsia-in-ibadan-oyo-outline.docx'],
    ['Supercalifragilisticexpialidociouspneumonoultramicroscopic words', 'first-outline.docx'],
    ['Поиск', 'first-outline.docx'],
  ])('names the outline of %j %j', (title, name) => {
    expect(getOutlineFileName(title)).toBe(name)
  })

  it('has at most 60 characters and differs between topics that begin differently', () => {
    const topics = ['Sleep quality', 'Low back pain', 'Sleeping position'].map((start) => `${start} ${'among women '.repeat(12)}`)
    const names = topics.map(getOutlineFileName)
    expect(names.every((name) => name.length <= 60)).toBe(true)
    expect(new Set(names).size).toBe(3)
  })
})
