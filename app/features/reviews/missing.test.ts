import { expect, test } from 'vitest'
import { missingForApproval } from './missing.ts'

const upload = { terms_version: '2026-11-21', file_removed_at: null }
const checks = { opens: true, own_work: true, no_names: true, chapters_complete: true }

test('missingForApproval is empty when all is read, agreed and ticked', () => {
  expect(missingForApproval({ upload, read: {}, checks, hasSameFile: false })).toEqual([])
})

test('missingForApproval lists each unticked line with its anchor', () => {
  expect(missingForApproval({ upload, read: {}, checks: { ...checks, no_names: false }, hasSameFile: false })).toEqual([
    { text: 'Tick “No names of patients or students” in the checklist', to: '#check-no_names' },
  ])
})

test('missingForApproval lists an unread file and a missing agreement', () => {
  const missing = missingForApproval({ upload: { ...upload, terms_version: null }, read: null, checks, hasSameFile: false })
  expect(missing.map(({ text }) => text)).toEqual([
    expect.stringContaining('has not agreed to the terms'),
    'The file has not been read yet.',
  ])
})

test('missingForApproval asks for one more tick if another student sent the same file', () => {
  const missing = (same_file: boolean) =>
    missingForApproval({ upload, read: {}, checks: { ...checks, same_file }, hasSameFile: true })
  expect(missing(false)).toEqual([
    { text: 'Tick “The same file of another student is explained” in the checklist', to: '#check-same_file' },
  ])
  expect(missing(true)).toEqual([])
})
