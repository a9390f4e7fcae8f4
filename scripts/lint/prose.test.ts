import { describe, expect, test } from 'vitest'
import { proseFaults } from './prose.ts'
import { findProse } from './prose-texts.ts'

/** Returns line and phrase of each fault. */
const phrases = (file: string, source: string) =>
  proseFaults(file, source).map((fault) => fault.replace(/^.*?:(\d+): "(.*?)": .*$/, '$1 $2'))

describe('a TypeScript file', () => {
  test('reports phrases of comments and docstrings with their line', () => {
    expect(proseFaults('app/a.ts', 'const a = 1\n\n// It starts meanwhile.\n')).toEqual([
      'app/a.ts:3: "meanwhile": say "since then", "at the same time" or "in the meantime" instead',
    ])
  })

  test('finds a phrase that continues on the next line', () => {
    const source = 'run()\n// It retries by\n// itself after an hour.\n/*\n * It is of\n * ours.\n */\n'
    expect(phrases('app/a.ts', source)).toEqual(['2 by itself', '5 of ours'])
  })

  test('joins no comments with code between them', () => {
    expect(phrases('app/a.ts', 'run() // sent by\nrun() // itself\n')).toEqual([])
  })

  test.each(['Of', 'What', 'Whether', 'Who', 'For', 'Not', 'Without'])('rejects docstrings that begin with %s', (word) => {
    expect(phrases('app/a.ts', `run()\n/** ${word} a payment. */\n// ${word} a payment.\n`)).toEqual([`2 ${word}`])
  })

  test('treats the comment at its top as a docstring', () => {
    expect(phrases('app/a.css', '/* What pages share. */\na {} /* What links share. */')).toEqual(['1 What'])
  })

  test('rejects messages that begin with a question word', () => {
    const source =
      "run('What is read', 'meanwhile')\nthrow new PageError('What is read could not be read')\nlogFailure(`Whether ${a} is read`, error)"
    expect(phrases('app/a.ts', source)).toEqual(['2 What', '3 Whether'])
  })

  test('ignores code, strings and quoted words', () => {
    const source =
      "run('meanwhile')\n// The texts `meanwhile`, \"meanwhile\" and 'meanwhile' are a user's own.\n/** `of` is a name. */\n"
    expect(phrases('app/a.ts', source)).toEqual([])
  })
})

describe('a source file of the app', () => {
  test('has its JSX texts and sentences checked, but no single word or code', () => {
    const source = [
      'export const reason = "Somebody changed it"',
      'export const label = `Lost ${1} just now`',
      'export const key = "told"',
      'export const Page = () => <p title="It is told">Your works of ours</p>',
    ].join('\n')
    expect(phrases('app/page.tsx', source)).toEqual(['1 Somebody', '2 just now', '4 is told'])
  })
})

describe('a test file', () => {
  test.each([
    "test('NAME', run)",
    "it.each([['meanwhile']])('NAME', run)",
    "test.describe('NAME', run)",
    'describe(`NAME ${run}`, run)',
  ])('has its names checked in %s', (source) => {
    expect(phrases('a.test.ts', source.replace('NAME', 'who pays; who reads: one list'))).toEqual(['1 who', '1 ;', '1 :'])
  })

  test('may have any other string', () => {
    expect(phrases('a.test.ts', "expect('meanwhile').toBe('what; meanwhile')")).toEqual([])
  })
})

describe('an SQL file', () => {
  test('has its comments and descriptions checked, but no other literal', () => {
    const source = [
      'create function f() returns text language sql as $$',
      '  -- It runs',
      '  -- meanwhile.',
      "  select 'by itself';",
      '$$;',
      "comment on function f() is 'Whether it''s paid by'",
      "  ' itself.';",
      "insert into t values ('meanwhile');",
    ].join('\n')
    expect(phrases('a.sql', source)).toEqual(['3 meanwhile', '6 by itself', '6 Whether'])
  })

  test('may have no tabs, trailing spaces or comments over 120 columns', () => {
    const comment = `-- ${'a'.repeat(117)}`
    expect(proseFaults('a.sql', `${comment}\n${comment}a\nselect 1; \n\tselect '${comment}';\n`)).toEqual([
      'a.sql:2: wrap the comment at 120 columns',
      'a.sql:3: remove tabs and trailing spaces',
      'a.sql:4: remove tabs and trailing spaces',
    ])
  })
})

describe('a Markdown file', () => {
  test('has its text checked outside code and link targets', () => {
    const source = '# Meanwhile\n\n```\nmeanwhile\n```\n\nRun `meanwhile`, or [restart](meanwhile.md) it\nfor good.\n'
    expect(phrases('a.md', source)).toEqual(['8 for good', '1 Meanwhile'])
  })

  test('keeps the line numbers of its text', () => {
    expect(findProse('a.md', 'a\n```\nb\n```\nc')[0]?.text).toBe('a\n···\n·\n···\nc')
  })
})
