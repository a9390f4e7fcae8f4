import { describe, expect, it } from 'vitest'
import { findFreePages } from './free-pages.ts'

const free = Array.from({ length: 12 }, (_, at) => `Sentence ${at + 1} says what nurses know about hand washing.`).join(' ')
const paid = Array.from({ length: 12 }, (_, at) => `Table ${at + 40} counts the answers of every third respondent.`).join(' ')

describe('findFreePages', () => {
  it('finds the pages whose text is in the free text', () => {
    expect(findFreePages(['A title page', free.slice(0, 300), free.slice(300), paid], free)).toEqual([1, 2])
  })

  it('ignores spaces, hyphens, ligatures, punctuation and case', () => {
    const printed = free.replaceAll('washing', 'wash-\ning').replaceAll('fi', 'ﬁ').toUpperCase()
    expect(findFreePages([printed], `### ${free.replaceAll('.', '\\.')}`)).toEqual([0])
  })

  it('allows a running head and a page number', () => {
    expect(findFreePages([`HAND WASHING ON SURGICAL WARDS OF A TEACHING HOSPITAL ${free} 12`], free)).toEqual([0])
  })

  it.each([
    ['a paid page', paid],
    ['the end of the free text before the start of a paid chapter', `${free} ${paid.slice(0, 200)}`],
    ['a free page with paid sentences between free ones', free.replaceAll('. ', '. Paid words of a table here. ')],
    ['an empty page', ''],
    ['a picture with a short free caption', free.slice(0, 100)],
  ])('leaves out %s', (_what, page) => {
    expect(findFreePages([page], free)).toEqual([])
  })

  it('finds none without a free text', () => {
    expect(findFreePages([free], '')).toEqual([])
  })
})
