import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { ServiceClient } from '#server/service-client.ts'
import { writePdf } from './work-pdf.ts'
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

/** Returns the file of a work: a real one to review, or a short PDF with a free first chapter and a paid second one. */
export async function uploadFile(work: DemoWork): Promise<UploadFile> {
  const chapters = [chapterOne(work), chapterTwo(work)]
  const bytes = work.file
    ? fs.readFileSync(path.join(import.meta.dirname, 'files', work.file))
    : await writePdf(work.title, chapters)
  const { format, type } = work.file?.endsWith('.docx') ? TYPES['.docx'] : TYPES['.pdf']
  const name =
    work.file ??
    `${work.title
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .slice(0, 60)}.pdf`
  return {
    name,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    format,
    type,
    pages: format === 'PDF' ? (await PDFDocument.load(bytes)).getPageCount() : null,
    words: work.file ? null : countWords([work.title, ...chapters].join(' ')),
  }
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

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
  const about = (title.split(':')[0] ?? title).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
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
    `A real work would review here what was published on its question in ${subject} until ${year}. The works of the demo are not written to their end, because nobody should cite them.`,
    '## Conceptual review',
    'Only buyers get this page. Visitors see no picture of it, because the shop draws pages whose whole text is free to read.',
  ].join('\n\n')
}
