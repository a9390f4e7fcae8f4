import * as fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { type BookBlock, getChapters, getDomBlocks, MAX_CHAPTER_BYTES } from './book-blocks.ts'

const getBlocks = (html: string): BookBlock[] =>
  getDomBlocks(parseDocument(html).children, {
    getLevel: ({ name }) => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0),
    getPicture: ({ attribs }) => attribs.src ?? '',
  })
const wordsOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').match(/\S+/g) ?? []
const chaptersOf = (html: string) => getChapters(getBlocks(html), 'Beginning')

const word = fc.stringMatching(/^[a-z0-9äß]{1,12}$/)
const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const long = fc.array(word, { minLength: 1, maxLength: 4000, size: 'max' }).map((words) => words.join(' '))
const block = fc.oneof(
  { weight: 4, arbitrary: long.map((text) => `<p>${text}</p>`) },
  fc.tuple(fc.integer({ min: 1, max: 4 }), line).map(([level, text]) => `<h${level}>${text}</h${level}>`),
  fc.array(long, { minLength: 1, maxLength: 30 }).map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  fc
    .array(fc.array(line, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 400, size: 'max' })
    .map(
      (rows) =>
        `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
    ),
  fc.tuple(line, long).map(([one, other]) => `<div><p>${one} <strong>${other}</strong></p>${other}</div>`),
)

describe('getChapters', () => {
  it('divides any text into pages of at most 30 kB without losing a word', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 12 }), (blocks) => {
        const html = blocks.join('')
        const chapters = chaptersOf(html)
        // A continued part repeats its title, so a word may be there more often, but never less.
        const balance = new Map<string, number>()
        for (const { title, html: inside } of chapters) {
          for (const one of wordsOf(`${title.replaceAll(/[:,](?: |$)/g, ' ')} ${inside}`)) {
            balance.set(one, (balance.get(one) ?? 0) + 1)
          }
        }
        for (const one of wordsOf(html)) {
          balance.set(one, (balance.get(one) ?? 0) - 1)
        }
        expect([...balance].filter(([, count]) => count < 0)).toEqual([])
        for (const { html: inside } of chapters) {
          expect(Buffer.byteLength(inside)).toBeLessThanOrEqual(MAX_CHAPTER_BYTES * 1.1)
          expect(gzipSync(inside).byteLength).toBeLessThanOrEqual(25_000)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('begins a chapter at each highest heading and joins a number with its title', () => {
    const text = 'word '.repeat(200)
    const html = `<h1>CHAPTER ONE</h1><h1>INTRODUCTION</h1><h2>1.1 Background</h2><p>${text}</p><h1>CHAPTER TWO<br>METHODS</h1><p>${text}</p>`
    expect(chaptersOf(html).map(({ title, sections }) => [title, sections.map((section) => section.title)])).toEqual([
      ['Chapter one: Introduction', ['1.1 Background']],
      ['Chapter two: Methods', []],
    ])
  })

  it('does not begin chapters at a table of contents', () => {
    const html = `<p>Ada</p><h1>Chapter one</h1><h1>Chapter two</h1><h1>Chapter one</h1><p>${'one '.repeat(200)}</p><h1>Chapter two</h1><p>two</p>`
    expect(chaptersOf(html).map(({ title }) => title)).toEqual(['Beginning', 'Chapter one', 'Chapter two'])
  })

  it('links the chapter in which a target is, and no missing one', () => {
    const html = `<h1>One</h1><p>${'one '.repeat(200)}<a href="#note">1</a><a href="#missing">2</a></p><h1>Two</h1><p id="note">Note</p>`
    const [one, two] = chaptersOf(html)
    const [, id] = /<p id="(r\d+)">Note/.exec(two?.html ?? '') ?? []
    expect(one?.html).toContain(`<a href="2#${id}">1</a>`)
    expect(one?.html).toContain('<a href>2</a>')
  })

  it('continues a long chapter on pages of its own at its highest heading', () => {
    const section = (number: string, level: number) => `<h${level}>${number} Care</h${level}><p>${'word '.repeat(1300)}</p>`
    const html = `<h1>Chapter one</h1>${section('1.1', 2)}${section('1.2', 2)}${section('1.2.1', 3)}${section('1.2.2', 3)}<h1>Chapter two</h1><p>End</p>`
    expect(
      chaptersOf(html).map(({ title, isContinued, sections }) => [title, isContinued, sections.map((one) => one.title)]),
    ).toEqual([
      ['Chapter one', false, ['1.1 Care']],
      ['Chapter one, continued', true, ['1.2 Care', '1.2.1 Care', '1.2.2 Care']],
      ['Chapter two', false, []],
    ])
  })

  it('repeats the head of a long table on each page and continues the numbers of a long list', () => {
    const rows = Array.from({ length: 900 }, (_, at) => `<tr><td>${at} ${'cell '.repeat(8)}</td></tr>`).join('')
    const tables = chaptersOf(`<table><thead><tr><th>Head</th></tr></thead><tbody>${rows}</tbody></table>`)
    expect(tables.length).toBeGreaterThan(1)
    expect(tables.every(({ html }) => html.includes('<th>Head</th>'))).toBe(true)
    const items = Array.from({ length: 900 }, (_, at) => `<li>${at + 1} ${'item '.repeat(8)}</li>`).join('')
    for (const { html } of chaptersOf(`<ol>${items}</ol>`)) {
      for (const [, start, first] of html.matchAll(/<ol start="(\d+)"><li>(\d+)/g)) {
        expect(start).toBe(first)
      }
    }
  })
})
