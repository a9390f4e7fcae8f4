import { describe, expect, test } from 'vitest'
import type { Upload } from './queries.server.ts'
import { countUploads, shownUpload } from './shown-uploads.server.ts'

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
