import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSubject, subjectFaults } from './commit-message.ts'

describe('the subject of a commit', () => {
  test.each([
    'Add the proposal kits on bed nets and teenage pregnancy',
    'Address review comments',
    'Pass the request id to the logger',
    'Compress share pictures',
    'Feed the search index in batches',
    'Bring back the skip link',
    'Embed fonts in documents',
    'Format Markdown with oxfmt',
    'Revert "Cache empty Markdown"',
  ])('accepts "%s"', (subject) => {
    expect(subjectFaults(subject)).toEqual([])
  })

  test.each([
    ['Added a page', 'imperative'],
    ['Adding a page', 'imperative'],
    ['Adds a page', 'imperative'],
    ['A page goes into its answer as bytes', 'imperative'],
    ['What an admin changes is shown', 'imperative'],
    ['add a page', 'capital'],
    ['Add a page.', 'full stop'],
    ['Add a page; remove another', 'semicolon'],
    [`Add ${'x'.repeat(57)}`, '61 characters'],
    ["Merge branch 'linter'", 'Squash'],
    ['wip', 'Say what'],
    ['Format', 'Say what'],
    ['Lint', 'Say what'],
  ])('rejects "%s"', (subject, fault) => {
    expect(subjectFaults(subject).join(' ')).toContain(fault)
  })
})

describe('the last commit', () => {
  const makeDirectory = () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-commit-'))
    onTestFinished(() => fs.rmSync(directory, { recursive: true }))
    return directory
  }
  const git = (cwd: string, ...words: string[]) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  }

  test('is not read outside a git checkout', () => {
    expect(readSubject(makeDirectory())).toBeNull()
  })

  test('is not read before the first commit', () => {
    const directory = makeDirectory()
    git(directory, 'init', '--quiet')
    expect(readSubject(directory)).toBeNull()
  })

  test('is read from a shallow clone with a detached head', () => {
    const [directory, clone] = [makeDirectory(), makeDirectory()]
    git(directory, 'init', '--quiet')
    git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'Add nothing')
    git(directory, 'commit', '--quiet', '--allow-empty', '--message', 'Add more\n\nThe body.')
    git(clone, 'clone', '--quiet', '--depth', '1', `file://${directory}`, '.')
    git(clone, 'checkout', '--quiet', '--detach')
    expect(readSubject(clone)).toBe('Add more')
  })
})
