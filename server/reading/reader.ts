// The process that reads a work's file, which may be damaged or hostile. read-work.ts starts it with the file and its
// extension, and may kill it at any time.
import fs from 'node:fs/promises'
import type { FileMetadata } from '#app/services/reading.ts'
import { ArchiveBombError } from './archive.ts'
import { readDocx } from './docx.ts'
import { readPdf } from './pdf.ts'
import { readPptx } from './pptx.ts'

const nothing = { title: null, year: null, pages: null, words: null, headings: [], firstChapter: null, studyDetails: null }
const [path = '', ending = ''] = process.argv.slice(2)

process.send?.(await details())

async function details(): Promise<FileMetadata> {
  try {
    switch (ending) {
      case 'pdf':
        return await readPdf(new Uint8Array(await fs.readFile(path)))
      case 'docx':
        return await readDocx(await fs.readFile(path))
      case 'pptx':
        return readPptx(await fs.readFile(path))
      default:
        return { ...nothing, note: `A .${ending} file cannot be read here. Open it on your own machine, or ask for it as PDF.` }
    }
  } catch (error) {
    return { ...nothing, note: getNote(error) }
  }
}

function getNote(error: unknown): string {
  if (error instanceof ArchiveBombError) {
    return 'It is not opened: the archive is far larger inside than a work can be.'
  }
  return error instanceof Error && error.name === 'PasswordException'
    ? 'It is locked with a password. Ask for a file that opens.'
    : 'It cannot be read: the file is damaged, or not what its name says. See whether it opens on your own machine.'
}
