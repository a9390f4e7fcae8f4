import { describe, expect, test } from 'vitest'
import type { Upload, WorkFigures } from './queries.server.ts'
import { firstRules } from '../earnings/rules.ts'
import { countUploads, listedUpload, shownInShop, shownUpload } from './shown-uploads.server.ts'

const upload: Upload = {
  id: 'one',
  title: 'Care of a woman with eclampsia',
  category: 'case_study',
  format: 'Word',
  pages: 41,
  description: null,
  created_at: '2026-11-16T08:00:00+00:00',
  upload_status: 'pending',
  proposed_price: 0,
  review_notes: null,
  file_sha256: null,
  file_replaced_at: null,
  waiting_since: '2026-11-16T08:00:00+00:00',
  file_removal_due: null,
  file_removed_at: null,
  file_changed_at: null,
  terms_version: '2026-11-21',
}
const none = new Set<string>()
const now = new Date('2026-11-20T08:00:00Z')
const shown = (columns: Partial<Upload>, at = now) => shownUpload({ ...upload, ...columns }, none, at)
const asked = { review_notes: 'Take the name out', waiting_since: null }
const replaced = { file_replaced_at: '2026-11-19T08:00:00+00:00', waiting_since: '2026-11-19T08:00:00+00:00' }

describe('shownUpload', () => {
  test('shownUpload describes category, format, pages and day', () => {
    expect(shown({})).toMatchObject({
      details: 'Case Study · Word Document · 41 pages · 16\u{a0}Nov\u{a0}2026',
      price: null,
      pending: true,
      badge: { look: 'pending', icon: 'pending', label: 'Pending' },
    })
    expect(shown({ pages: null }).details).toBe('Case Study · Word Document · 16\u{a0}Nov\u{a0}2026')
    expect(shown({ pages: 1, category: 'no_such', format: 'Other' }).details).toBe(
      'no such · Other · 1 page · 16\u{a0}Nov\u{a0}2026',
    )
  })

  test.each([
    ['approved', { look: 'approved', icon: 'approved', label: 'Approved' }],
    ['rejected', { look: 'rejected', icon: 'rejected', label: 'Rejected' }],
    ['sent_to_the_printer', { look: '', icon: 'paper', label: 'Sent to the printer' }],
  ])('shownUpload shows the badge of the status %s', (upload_status, badge) => {
    expect(shown({ upload_status, waiting_since: null })).toMatchObject({ badge, pending: false, due: null })
  })

  test('shownUpload shows only a proposed price above 0, in naira', () => {
    expect(shown({ proposed_price: 3500 }).price).toBe('₦3,500')
    expect(shown({ proposed_price: 0 }).price).toBeNull()
  })

  test('shownUpload is due five working days after sending or replacing the file', () => {
    expect(shown({}).due).toEqual({ on: '23 Nov 2026', late: false })
    expect(shown({}, new Date('2026-11-23T22:00:00Z')).due?.late).toBe(false)
    expect(shown({}, new Date('2026-11-23T23:00:00Z')).due?.late).toBe(true)
    expect(shown(replaced).due).toEqual({ on: '26 Nov 2026', late: false })
    expect(shownUpload(upload, new Set(['2026-11-18']), now).due?.on).toBe('24 Nov 2026')
  })

  test('shownUpload reports a changed stored file and blocks its download', () => {
    expect(shown({})).toMatchObject({ withoutFile: false, remarks: '' })
    const changed = { file_changed_at: '2026-11-19T08:00:00+00:00' }
    expect(shown(changed)).toMatchObject({ withoutFile: true, remarks: expect.stringContaining('Send it once more') as string })
    expect(shown({ ...changed, upload_status: 'approved' }).remarks).toMatch(/Write to us/)
  })

  test('shownUpload waits for the student whenever waiting_since is null', () => {
    expect(shown(asked)).toMatchObject({ asked: true, due: null })
    expect(shown({ ...asked, ...replaced })).toMatchObject({
      asked: false,
      remarks: 'You sent another file on 19 Nov 2026.',
      due: { on: '26 Nov 2026' },
    })
    // The same note a second time, after another file.
    expect(shown({ ...asked, ...replaced, waiting_since: null })).toMatchObject({ asked: true, due: null, remarks: '' })
    expect(shown({ ...asked, upload_status: 'rejected' })).toMatchObject({ asked: false, notes: 'Take the name out' })
  })
})

test.each([
  [3000, 1200, 50, '₦1,200', 'In the shop · yours ₦600 of each sale. It was approved at ₦3,000.'],
  [1200, 1200, 60, '₦1,200', 'In the shop · yours ₦720 of each sale.'],
  [1200, 0, 50, 'Free', 'In the shop for free. It was approved at ₦1,200.'],
])('shownInShop shows a work approved at %i and sold at %i with %i%%', (proposed_price, price, sharePercent, label, terms) => {
  const inShop = shownInShop(
    { title: 'Pain', proposed_price },
    { slug: 'pain', price, sharePercent },
    firstRules,
    'https://l.example',
  )
  expect(inShop).toMatchObject({
    price: label,
    terms,
    links: [
      { to: '/material/pain' },
      { to: 'https://wa.me/?text=https%3A%2F%2Fl.example%2Fmaterial-preview%2Fpain%3Futm_source%3Dwhatsapp' },
    ],
  })
})

describe('listedUpload', () => {
  const about = { holidays: none, rules: firstRules, siteUrl: 'https://l.example' }
  const approved = { ...upload, upload_status: 'approved', waiting_since: null, proposed_price: 3500 }
  const material = { slug: 'pain', price: 3500, rating: 4.5, sharePercent: 50 }

  test.each<[WorkFigures, string, string]>([
    [
      { sales: 0, share_kobo: 0, views: 0, sources: [], ratings: 0, is_withheld: false },
      'Not sold yet.',
      'Not opened in the last 28 days.',
    ],
    [
      { sales: 1, share_kobo: 175_000, views: 1, sources: [{ source: 'typed', views: 1 }], ratings: 0, is_withheld: false },
      'Sold once so far: ₦1,750 is yours.',
      'Opened once in the last 28 days.',
    ],
    [
      {
        sales: 3,
        share_kobo: 525_000,
        views: 31,
        sources: [
          { source: 'whatsapp', views: 12 },
          { source: 'site', views: 10 },
          { source: 'rep', views: 9 },
        ],
        ratings: 6,
        is_withheld: false,
      },
      'Sold 3 times so far: ₦5,250 is yours.',
      'Opened 31 times in the last 28 days, 12 from WhatsApp and 9 from class reps. Rated 4.5 of 5 by 6 buyers.',
    ],
  ])('listedUpload describes the figures %o of a work in the shop', (figures, sales, remarks) => {
    const listed = listedUpload(approved, { material, figures }, about, now)
    expect(listed.shop?.lines).toEqual(['In the shop · yours ₦1,750 of each sale.', sales])
    expect(listed.remarks).toBe(remarks)
    const ask = listed.links.find(({ label }) => label === 'Ask for another price')
    expect(new URL(ask?.to ?? '', about.siteUrl).searchParams.get('body')).toContain('It is ₦3,500 now.')
  })

  test('listedUpload says that a work left the shop when its approval was undone', () => {
    const figures = { sales: 2, share_kobo: 350_000, views: 4, sources: [], ratings: 0, is_withheld: false }
    expect(listedUpload(upload, { figures }, about, now).remarks).toMatch(/^It left the shop because we are reviewing it again/)
    expect(listedUpload(upload, {}, about, now).remarks).toBe('')
  })
})

test('countUploads counts uploads by state and returns the first due day', () => {
  const later = { ...upload, waiting_since: '2026-11-18T08:00:00+00:00' }
  const answered = [
    { ...upload, upload_status: 'approved', waiting_since: null },
    { ...upload, upload_status: 'rejected', waiting_since: null },
  ]
  expect(countUploads([later, upload, ...answered, { ...upload, ...asked }], none, now)).toEqual({
    total: 5,
    pending: 3,
    approved: 1,
    asked: 1,
    firstDue: { on: '23 Nov 2026', late: false },
  })
  expect(countUploads(answered, none, now)).toMatchObject({ total: 2, pending: 0, firstDue: null })
})
