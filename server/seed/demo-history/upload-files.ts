import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { ServiceClient } from '#server/service-client.ts'
import { readSampleContent } from '../sample-content.ts'
import { addPages } from './work-pdf.ts'
import type { DemoWork } from './works.ts'

export type UploadFile = {
  name: string
  bytes: Uint8Array
  sha256: string
  format: 'PDF' | 'Word'
  type: string
  /** The number of pages that a buyer gets; null for a Word file, whose pages depend on the program. */
  pages: number | null
  /** The number of words of a typeset work. */
  words: number | null
}

const TYPES = {
  '.pdf': { format: 'PDF', type: 'application/pdf' },
  '.docx': { format: 'Word', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
} as const

/** Printed at the foot of each page. */
const MARK = 'Made up for the demo of Lamplight. It is not a real study: do not submit or cite it.'
/** Pages of our outlines, of which each work has some. */
const OUTLINE_PAGES = 90

/**
 * Returns the files of works: a real one to review, or a PDF as long as its price suggests, with a free first chapter and
 * with pages of our outlines.
 */
export async function uploadFiles(works: readonly DemoWork[]): Promise<UploadFile[]> {
  const outlines = await PDFDocument.create()
  const chapters = readSampleContent().materials.map(({ head, body }) => `# Outline: ${head.title}\n\n${body}`)
  const words = await addPages(outlines, chapters, MARK, OUTLINE_PAGES)
  return Promise.all(works.map((work) => (work.file ? realFile(work.file) : typesetFile(work, outlines, words))))
}

async function realFile(name: string): Promise<UploadFile> {
  const bytes = fs.readFileSync(path.join(import.meta.dirname, 'files', name))
  const pages = name.endsWith('.pdf') ? (await PDFDocument.load(bytes)).getPageCount() : null
  return { name, bytes, sha256: sha256(bytes), ...(pages === null ? TYPES['.docx'] : TYPES['.pdf']), pages, words: null }
}

async function typesetFile(work: DemoWork, outlines: PDFDocument, outlineWords: number): Promise<UploadFile> {
  const pages = pagesFor(work)
  const file = await PDFDocument.create()
  const own = await addPages(file, [`# ${work.title}`, chapterOne(work), chapterTwo(work)], MARK, pages)
  const missing = Array.from({ length: pages - file.getPageCount() }, (_, at) => (work.sent + at) % OUTLINE_PAGES)
  for (const page of await file.copyPages(outlines, missing)) {
    file.addPage(page)
  }
  file.setTitle(work.title)
  const bytes = await file.save()
  const name = `${work.title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .slice(0, 60)}.pdf`
  const words = own + Math.round((outlineWords * missing.length) / OUTLINE_PAGES)
  return { name, bytes, sha256: sha256(bytes), ...TYPES['.pdf'], pages, words }
}

/** From 25 pages for ₦1,000 to 60 for ₦8,000. */
const pagesFor = ({ price }: DemoWork) => 25 + Math.round((Math.max(0, price - 1000) / 7000) * 35)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Stores a file below its student, as the upload page does. */
export async function storeFile(client: ServiceClient, at: string, { bytes, type }: UploadFile): Promise<void> {
  const { error } = await client.storage.from('material-uploads').upload(at, bytes, { contentType: type })
  if (error) {
    throw new Error(`Could not store a file of the demo: ${error.message}`)
  }
}

/** Returns the first chapter of a work, which visitors read on the site. It says first that the work is made up. */
export function chapterOne({ opening, title }: DemoWork): string {
  // Only the first word changes, because names of places and abbreviations keep their capitals.
  const about = (title.replace(' (demo)', '').split(':')[0] ?? title).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return [
    '_This work was made up for the demo. It is not a real study, and nobody should submit or cite it._',
    '## Background',
    opening,
    '## Statement of the problem',
    `What is written about ${about} comes mostly from large hospitals abroad. Students and nurses who look for something nearer find little, and each new class begins again.`,
    '## Objectives',
    `1. To describe ${about}.\n2. To find what helps and what hinders.\n3. To say what a nurse can do about it with the means of the ward.`,
    '## Research questions',
    '1. What do people on the ward know about it, and where did they learn it?\n2. What do they do, and what keeps them from doing it?\n3. What would they change first?',
    '## Significance of the study',
    'Nurses can use what is found to plan teaching on their own ward. Students can see how a small question is turned into objectives, a sample and a questionnaire, and lecturers can use the tables in class.',
    '## Scope',
    'The work is kept to one place and a few weeks, so that a student can complete it and a supervisor can check it.',
    '## Definition of terms',
    'Client: a person in the care of a nurse, in hospital or at home.\n\nKnowledge: what a person can say about a subject when asked.\n\nPractice: what a person does, as others can observe it.',
  ].join('\n\n')
}

/** Returns the beginning of the second chapter, which is in the file alone. */
function chapterTwo({ subject, year }: DemoWork): string {
  return [
    '## Chapter two: Literature review',
    `A real work would review here what was published on its question in ${subject} until ${year}. The works of the demo are not written to their end, because nobody should cite them. Outlines that Lamplight wrote follow, so that the file is as long as a real one.`,
    '## Conceptual review',
    'Only buyers get this page. Visitors see no picture of it, because the shop draws pages whose whole text is free to read.',
  ].join('\n\n')
}
