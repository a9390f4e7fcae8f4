import { describe, expect, it } from 'vitest'
import { namedWishes } from './named-wishes.ts'

describe('namedWishes', () => {
  it('names kinds, programmes, prices and years and removes their words from the search', () => {
    const search = 'Free care study on stroke for HND students under 2000 naira 2024'
    expect(
      namedWishes(search, [
        { typed: 'free', stems: ['=price:0'] },
        { typed: 'care study', stems: ['=category:client_care_study', '=kind:client_care_study'] },
        { typed: 'hnd students', stems: ['=programme:hnd'] },
        { typed: '2000 naira', stems: ['=price:2000'] },
        { typed: '2024', stems: ['=in:2024'] },
      ]),
    ).toEqual([
      { name: 'free', without: 'care study on stroke for HND students under 2000 naira 2024' },
      { name: 'client care study', without: 'Free on stroke for HND students under 2000 naira 2024' },
      { name: 'HND', without: 'Free care study on stroke for under 2000 naira 2024' },
      { name: 'to ₦2,000', without: 'Free care study on stroke for HND students 2024' },
      { name: '2024', without: 'Free care study on stroke for HND students under 2000 naira' },
    ])
  })

  it('names each of two programmes', () => {
    expect(namedWishes('diploma malaria', [{ typed: 'diploma', stems: ['=programme:nd', '=programme:hnd'] }])).toEqual([
      { name: 'ND or HND', without: 'malaria' },
    ])
  })

  it('names nothing when the search has no other words', () => {
    expect(namedWishes('seminar', [{ typed: 'seminar', stems: ['=category:seminar'] }])).toEqual([])
  })

  it('names nothing that is typed in other letters', () => {
    expect(namedWishes('sémínar malaria', [{ typed: 'seminar', stems: ['=category:seminar'] }])).toEqual([])
  })
})
