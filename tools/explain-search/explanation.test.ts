import { describe, expect, it } from 'vitest'
import { formatExplanation } from './explanation.ts'

describe('formatExplanation', () => {
  it('prints words, meanings, kinds and results with their matches', () => {
    const text = formatExplanation('seminar on HTN', {
      words: [
        { typed: 'seminar', corrected: null, offered: null, weight: 0, optional: true },
        { typed: 'htn', corrected: null, offered: null, weight: 2.5, optional: false },
        { typed: 'diabetis', corrected: 'diabetes', offered: null, weight: 2, optional: false },
        { typed: 'rabeis', corrected: null, offered: 'babies', weight: null, optional: null },
      ],
      meanings: [{ part: 'htn', found: 'hypertens', factor: 0.95 }],
      kinds: ['=category:seminar'],
      results: [
        {
          title: 'Adherence',
          points: 900,
          exact: true,
          matches: [{ part: 'htn', found: 'hypertens', share: 0.95, weight: 2.5 }],
        },
      ],
    })
    expect(text.split('\n')).toEqual([
      'Search: seminar on HTN',
      'Words:',
      '  seminar              weight 0.00, may be missing',
      '  htn                  weight 2.50',
      '  diabetis             weight 2.00, corrected to diabetes',
      '  rabeis               weight 0.00, babies offered',
      'Found by:',
      '  htn: hypertens (0.95)',
      'Ranked first: =category:seminar',
      'Results:',
      ' 1. Adherence',
      '    900 points, a full match',
      '    htn: hypertens, share 0.95, weight 2.5',
    ])
  })

  it('says when nothing is found', () => {
    expect(formatExplanation('x', { words: [], meanings: [], kinds: [], results: [] })).toContain('No results.')
  })
})
