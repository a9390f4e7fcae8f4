import { expect, test } from 'vitest'
import { missingForApproval } from './missing.ts'

const upload = { terms_version: '2026-11-21', file_removed_at: null }
const checks = { opens: true, own_work: true, no_names: true, chapters_complete: true }

test('missingForApproval is empty when all is read, agreed and ticked', () => {
  expect(missingForApproval({ upload, read: {}, checks })).toEqual([])
})

test('missingForApproval lists each unticked line with its anchor', () => {
  expect(missingForApproval({ upload, read: {}, checks: { ...checks, no_names: false } })).toEqual([
    { text: 'Tick “No names of patients or students” in the checklist', to: '#check-no_names' },
  ])
})

test('missingForApproval lists an unread file and a missing agreement', () => {
  const missing = missingForApproval({ upload: { ...upload, terms_version: null }, read: null, checks })
  expect(missing.map(({ text }) => text)).toEqual([
    expect.stringContaining('has not agreed to the terms'),
    'The file has not been read yet.',
  ])
})
