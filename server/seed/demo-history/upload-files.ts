import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { ServiceClient } from '#server/service-client.ts'
import type { DemoWork } from './works.ts'

export type UploadFile = { name: string; bytes: Uint8Array; sha256: string; format: 'PDF' | 'Word'; type: string }

const TYPES = {
  '.pdf': { format: 'PDF', type: 'application/pdf' },
  '.docx': { format: 'Word', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
} as const

/** Returns the file of a work: a real one to review, or a short PDF of its first chapter. */
export async function uploadFile(work: DemoWork): Promise<UploadFile> {
  const bytes = work.file
    ? fs.readFileSync(path.join(import.meta.dirname, 'files', work.file))
    : await firstChapterPdf(work.title, chapterOne(work))
  const { format, type } = work.file?.endsWith('.docx') ? TYPES['.docx'] : TYPES['.pdf']
  const name =
    work.file ??
    `${work.title
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .slice(0, 60)}.pdf`
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), format, type }
}

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
    '## Scope',
    'The work is kept to one place and a few weeks, so that a student can complete it and a supervisor can check it.',
  ].join('\n\n')
}

async function firstChapterPdf(title: string, markdown: string): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const [bold, regular] = [await file.embedFont(StandardFonts.TimesRomanBold), await file.embedFont(StandardFonts.TimesRoman)]
  const page = file.addPage([595, 842])
  page.drawText(title, { x: 60, y: 760, size: 16, font: bold, maxWidth: 475, lineHeight: 20 })
  const text = markdown.replace(/^#+ /gm, '').replaceAll('_', '')
  page.drawText(text, { x: 60, y: 680, size: 11, font: regular, maxWidth: 475, lineHeight: 15 })
  file.setTitle(title)
  return file.save()
}
