import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { strToU8 } from 'fflate'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { burstingPdf, docx, pdf } from '#tests/support/works.ts'
import { openReader } from './read-work.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-reading-'))
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))
const reader = openReader()

let files = 0
function read(content: Uint8Array | string, ending: string, by = reader) {
  const file = path.join(directory, `${(files += 1)}.${ending}`)
  fs.writeFileSync(file, content)
  return by(file, ending)
}

const fixture = (name: string) => path.join(import.meta.dirname, '../../tests/fixtures/documents', name)
const locked = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(600),
  Buffer.from('EncryptedPackage', 'utf16le'),
])
const bursting = burstingPdf(700)
const processes = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Reads a file of the kernel about a process; empty when it has ended. */
function readProcess(pid: string, what: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

const isOurs = (pid: string) => readProcess(pid, 'status').includes(`\nPPid:\t${process.pid}\n`)
const order = (pid: string) => Number(readProcess(pid, 'oom_score_adj'))

const sentence = 'Nurses on surgical wards wash their hands less often than they say when they are asked. '
const paragraph = sentence.repeat(4).trim()
const thesis = [
  'Table of contents',
  'CHAPTER ONE',
  'CHAPTER TWO',
  'Heading1|Chapter One: Introduction',
  paragraph,
  'Heading1|Statement of the problem',
  '1. What is written with * or _ or <b> stays as it is written.',
  paragraph,
  'Heading1|Chapter Two: Literature review',
  'Not for the preview.',
]

describe('reading of a valid file', () => {
  it('returns pages, words, headings and the first chapter of a Word document without its table of contents', async () => {
    const details = await read(docx(thesis), 'docx')
    expect(details).toMatchObject({ pages: 54, note: null })
    expect(details.words).toBe(
      thesis
        .map((part) => part.split('|').at(-1))
        .join(' ')
        .split(/\s+/).length,
    )
    expect(details.headings).toEqual([
      'CHAPTER ONE',
      'CHAPTER TWO',
      'Chapter One: Introduction',
      'Statement of the problem',
      'Chapter Two: Literature review',
    ])
    expect(details.firstChapter).toBe(
      `${paragraph}\n\n### Statement of the problem\n\n1\\. What is written with \\* or \\_ or \\<b\\> stays as it is written.\n\n${paragraph}`,
    )
  })

  it('returns the title and the year of a title page', async () => {
    const page = ['PAIN ASSESSMENT AMONG', 'PAEDIATRIC NURSES IN ENUGU', 'BY', 'ADA OBI', 'JULY, 2023']
    const stated = { title: 'PAIN ASSESSMENT AMONG PAEDIATRIC NURSES IN ENUGU', year: 2023 }
    expect(await read(docx([...page, ...thesis]), 'docx')).toMatchObject(stated)
    expect(await read(pdf([page.map((line) => `# ${line}`), ['# CHAPTER ONE', paragraph]]), 'pdf')).toMatchObject(stated)
  })

  it('takes the whole title from the properties of a PDF whose first page breaks it', async () => {
    const title = 'Knowledge of cervical cancer screening among undergraduates in Uyo'
    const file = await PDFDocument.load(pdf([['Knowledge of cervical cancer screening among', '', '', 'undergraduates in Uyo']]))
    file.setTitle(title)
    expect(await read(await file.save(), 'pdf')).toMatchObject({ title })
  })

  it('does not believe a Word document that states fewer pages than its text needs', async () => {
    const long = Array.from({ length: 1200 }, () => paragraph)
    expect(await read(docx(long), 'docx')).toMatchObject({ pages: null })
  })

  it('joins the lines of a PDF into paragraphs', async () => {
    const lines = paragraph.match(/.{1,80}(\s|$)/g) ?? []
    const details = await read(
      pdf([
        ['# A thesis', 'by somebody'],
        ['# CHAPTER ONE', '# INTRODUCTION', ...lines.map((line) => line.trim()), '1'],
        [...lines.map((line) => line.trim()), '# CHAPTER TWO', 'Not for the preview.', '2'],
      ]),
      'pdf',
    )
    expect(details.pages).toBe(3)
    expect(details.note).toBeNull()
    expect(details.headings).toEqual(['A thesis', 'CHAPTER ONE', 'INTRODUCTION', 'CHAPTER TWO'])
    expect(details.firstChapter).toBe(`### INTRODUCTION\n\n${paragraph}\n\n${paragraph}`)
  })

  it.each([
    ['numbered sections', '1.0 Introduction', '2.0 Literature review'],
    ['sections without numbers', 'INTRODUCTION', 'METHODOLOGY'],
  ])('takes the introduction of a PDF with %s and without chapters', async (_kind, first, second) => {
    const lines = (paragraph.match(/.{1,80}(\s|$)/g) ?? []).map((line) => line.trim())
    const { firstChapter, note, studyDetails } = await read(
      pdf([
        ['# A seminar paper', 'by somebody'],
        [`# ${first}`, ...lines],
        [`# ${second}`, 'Not for the preview.'],
      ]),
      'pdf',
    )
    expect(firstChapter).toBe(paragraph)
    expect(studyDetails?.preview_section).toBe('introduction')
    expect(note).toBeNull()
  })

  it('proposes only the beginning of a PDF whose introduction has no end', async () => {
    const lines = (paragraph.match(/.{1,80}(\s|$)/g) ?? []).map((line) => line.trim())
    const pages = Array.from({ length: 30 }, () => lines)
    const { firstChapter, note } = await read(pdf([['# INTRODUCTION'], ...pages]), 'pdf')
    expect(firstChapter?.length).toBeLessThan(7000)
    expect(note).toContain('No first chapter was found')
  })

  it('keeps the hyphen of a compound at the end of a line, and joins a word that the line splits', async () => {
    const lines = [
      'Nurses follow evidence-',
      'based practice in their wards, and the evidence that they',
      'find is based on trials. The measure-',
      'ments are repeated, because measurements differ between nurses and between wards. The self-',
      'care of patients is counted as well.',
    ]
    const { firstChapter } = await read(pdf([['# CHAPTER ONE', ...lines, ...lines]]), 'pdf')
    expect(firstChapter).toContain('follow evidence-based practice')
    expect(firstChapter).toContain('The measurements are repeated')
    expect(firstChapter).toContain('The self-care of patients')
  })

  it('leaves out page numbers by their place and sequence, and no other number', async () => {
    const lines = ['The class of each patient was recorded as', 'IV', 'or less, with a surface in m', '2', paragraph.slice(0, 80)]
    const pages = ['i', 'ii', '3', '- 4 -', 'Page 5 of 9'].map((number) => [number, '# CHAPTER ONE', ...lines])
    const { firstChapter } = await read(pdf(pages), 'pdf')
    expect(firstChapter).toContain('IV or less')
    expect(firstChapter).toContain('m 2 Nurses')
    expect((await read(pdf(pages), 'pdf')).words).toBe((await read(pdf(pages.map((page) => page.slice(1))), 'pdf')).words)
  })

  it('keeps a number at the foot of a page that is not in the sequence of pages', async () => {
    const foot = (last: string) => ['# CHAPTER ONE', ...(paragraph.match(/.{1,80}(\s|$)/g) ?? []), 'The total is', last]
    const { firstChapter } = await read(pdf([foot('12'), foot('40').slice(1)]), 'pdf')
    expect(firstChapter).toContain('The total is 12')
    expect(firstChapter).toMatch(/The total is 40$/)
  })

  it.each([
    ['eclampsia-care.pdf', 1, 19],
    ['pain-assessment.docx', null, 32],
    ['hand-hygiene.pptx', 4, 32],
  ])('reads %s with %s pages and %i words', async (name, pages, words) => {
    const details = await reader(path.join(import.meta.dirname, '../../tests/fixtures', name), name.split('.').at(-1) ?? '')
    expect(details).toMatchObject({ pages, words })
    expect(details.firstChapter).not.toBeNull()
    expect(details.note).toContain('No first chapter was found')
  })

  it('removes characters that PostgreSQL cannot store', async () => {
    const details = JSON.stringify(await reader(fixture('nul-char.pdf'), 'pdf'))
    expect(details).not.toMatch(/\\u0000/)
    expect(details).toContain('CHAPTER')
  })

  it('cuts a long heading before an emoji, not inside it', async () => {
    const { headings } = await reader(fixture('emoji-at-199.docx'), 'docx')
    expect(headings[0]).toMatch(/^x{150,199}$/)
  })

  it('reports that a PDF of pictures has no text', async () => {
    expect(await read(pdf([[], []]), 'pdf')).toMatchObject({
      pages: 2,
      words: 0,
      firstChapter: null,
      studyDetails: null,
      note: expect.stringContaining('scanned'),
    })
  })
})

describe('reading of a hostile file', () => {
  const unread = { title: null, year: null, pages: null, words: null, headings: [], firstChapter: null, studyDetails: null }

  it.each([
    ['an old Word document', 'x', 'doc', 'A .doc file cannot be read here.'],
    ['an old presentation', 'x', 'ppt', 'A .ppt file cannot be read here.'],
    ['a text that calls itself PDF', 'Hello', 'pdf', 'It cannot be read'],
    ['an empty file', '', 'docx', 'It cannot be read'],
    ['half an archive', docx(thesis).subarray(0, 700), 'docx', 'It cannot be read'],
    ['a document with a password', locked, 'docx', 'It is locked with a password'],
    ['a presentation in a document', docx(thesis), 'pptx', 'It cannot be read'],
    ['broken XML', docx([], { 'word/document.xml': strToU8('<w:document><w:body>') }), 'docx', 'It cannot be read'],
  ])('returns only a message for %s', async (_what, content, ending, note) => {
    expect(await read(content, ending)).toEqual({ ...unread, note: expect.stringContaining(note) })
  })

  it('does not inflate an archive bomb that declares a small size', async () => {
    const bomb = Buffer.from(docx([], { 'word/document.xml': new Uint8Array(80 * 1024 * 1024) }))
    // The sizes in its headers are wrong.
    for (const [sign, offset] of [
      ['PK\u0003\u0004', 22],
      ['PK\u0001\u0002', 24],
    ] as const) {
      for (let at = bomb.indexOf(sign); at !== -1; at = bomb.indexOf(sign, at + 4)) {
        bomb.writeUInt32LE(Math.min(bomb.readUInt32LE(at + offset), 1000), at + offset)
      }
    }
    expect(bomb.length).toBeLessThan(200_000)
    expect(await read(bomb, 'docx')).toEqual({ ...unread, note: expect.stringContaining('far larger inside') })
  })

  it('gives up a PDF bomb and then reads the next file', async () => {
    const before = process.memoryUsage.rss()
    const small = openReader({ deadlineMs: 30_000, heapMb: 128, memoryBytes: 300 * 1024 * 1024 })
    expect(await read(bursting, 'pdf', small)).toEqual({ ...unread, note: expect.stringContaining('too large') })
    expect((await read(docx(thesis), 'docx', small)).note).toBeNull()
    // It failed in a separate process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('gives up when the heap is full', async () => {
    const tight = openReader({ deadlineMs: 30_000, heapMb: 12, memoryBytes: 1024 ** 3 })
    const details = await read(pdf(Array.from({ length: 600 }, () => Array.from({ length: 60 }, () => sentence))), 'pdf', tight)
    expect(details).toEqual({ ...unread, note: expect.stringContaining('too large') })
  })

  it('lets the kernel end the reader before the site when memory runs out, and reports it', async () => {
    const reading = read(bursting, 'pdf')
    const reads = await vi.waitUntil(() => processes().find((pid) => isOurs(pid) && order(pid) === 1000), { timeout: 120_000 })
    process.kill(Number(reads), 'SIGKILL')
    expect(await reading).toEqual({ ...unread, note: expect.stringContaining('too large') })
  })

  it('gives up when reading takes too long', async () => {
    const hasty = openReader({ deadlineMs: 1, heapMb: 128, memoryBytes: 1024 ** 3 })
    expect(await read(docx(thesis), 'docx', hasty)).toEqual({ ...unread, note: expect.stringContaining('takes too long') })
  })

  it('does not expand the entities that a document declares', async () => {
    const declared = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}">${'bcdefgh'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(20)}">`)
      .join('')}]>`
    const document = `${declared}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&h;</w:t></w:r></w:p></w:body></w:document>`
    const details = await read(docx([], { 'word/document.xml': strToU8(document) }), 'docx')
    expect(details.firstChapter?.length ?? 0).toBeLessThan(1000)
  })

  it('fetches and reads nothing outside the file', async () => {
    let asked = 0
    const server = http.createServer((_request, response) => {
      asked += 1
      response.end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.png`
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const relation = (id: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`
    const details = await read(
      docx([], {
        'word/document.xml': strToU8(
          `<?xml version="1.0"?><!DOCTYPE x SYSTEM "${address}"><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>Words that stay</w:t></w:r></w:p>${picture('r1')}${picture('r2')}</w:body></w:document>`,
        ),
        'word/_rels/document.xml.rels': strToU8(
          `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', address)}${relation('r2', 'file:///etc/passwd')}</Relationships>`,
        ),
      }),
      'docx',
    )
    server.close()
    expect(details.words).toBe(3)
    expect(JSON.stringify(details)).not.toContain('root:')
    expect(asked).toBe(0)
  })
})
