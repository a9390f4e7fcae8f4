import { describe, expect, test } from 'vitest'
import { getChecklist, getNextStep, type Progress } from './next-step.ts'

const progress = (changes: Partial<Progress> = {}): Progress => ({
  hasProfile: true,
  bankAccount: 'complete',
  uploads: { total: 1, pending: 0, approved: 1, asked: 0 },
  askedTitle: null,
  sales: 0,
  publicPage: '/material/burnout-among-nurses',
  ...changes,
})
const uploads = (changes: Partial<Progress['uploads']>) => ({ total: 1, pending: 0, approved: 0, asked: 0, ...changes })

describe('the next step', () => {
  test.each([
    ['a new student', { uploads: uploads({ total: 0 }), publicPage: null }, 'Upload your first work'],
    ['no name', { hasProfile: false, uploads: uploads({ pending: 1 }), publicPage: null }, 'Complete your profile'],
    ['no account', { bankAccount: 'missing' }, 'Tell us where to pay you'],
    ['an incomplete account', { bankAccount: 'incomplete' }, 'Complete your account number'],
    ['a sale with an incomplete account', { sales: 1, bankAccount: 'incomplete' }, 'Complete your account number'],
    ['an approved work without a sale', {}, 'Share your work with classmates'],
    [
      'a change requested for one of several works',
      { sales: 3, uploads: uploads({ total: 4, asked: 1 }) },
      'The reviewer asks for a change',
    ],
    ['changes requested for two works', { uploads: uploads({ asked: 2 }) }, 'The reviewer asks for changes to 2 works'],
    ['a sale without an account', { sales: 1, bankAccount: 'missing' }, 'Tell us where to pay you'],
    ['the first sale', { sales: 1 }, 'Your first sale'],
  ] as const)('is shown for %s', (_, changes, title) => {
    expect(getNextStep(progress(changes))?.title).toBe(title)
  })

  test.each([
    ['after the second sale, with an account', { sales: 2 }],
    ['while the only upload is with the reviewer', { uploads: uploads({ pending: 1 }), publicPage: null }],
  ] as const)('is empty %s', (_, changes) => {
    expect(getNextStep(progress(changes))).toBeNull()
  })
})

test('the next step names the work to change', () => {
  const one = progress({ uploads: uploads({ pending: 1, asked: 1 }), askedTitle: 'Burnout among nurses' })
  expect(getNextStep(one)?.text).toBe('“Burnout among nurses” can be approved once you have answered.')
})

test('the checklist marks what is done', () => {
  const steps = getChecklist(progress({ bankAccount: 'missing' }))
  expect(steps.filter(({ done }) => done).map(({ label }) => label)).toEqual([
    'Profile complete',
    'First upload sent',
    'First upload approved',
  ])
})

test('the checklist names an incomplete account number as not done', () => {
  const steps = getChecklist(progress({ bankAccount: 'incomplete' }))
  expect(steps).toContainEqual({ label: 'Account number complete', done: false })
  expect(steps.map(({ label }) => label)).not.toContain('Bank details added')
})

test('the checklist keeps the steps that a sale proves when the upload is gone', () => {
  const steps = getChecklist(progress({ sales: 1, uploads: uploads({ total: 0 }) }))
  expect(steps.filter(({ done }) => !done)).toEqual([])
})
