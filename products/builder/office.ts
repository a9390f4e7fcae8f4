// Prints Office files with LibreOffice, so that pages are counted as a reader sees them.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractText, getDocumentProxy } from 'unpdf'

const run = promisify(execFile)
const BOOKMARKS = 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"true"}}'
/** The free fonts that are as wide as the fonts of our Word files. */
const METRIC_TWINS = { Calibri: 'Carlito', Cambria: 'Caladea', 'Times New Roman': 'Liberation Serif' } as const
const TIMEOUT_MS = 180_000

/** A heading of a printed document, and its page, counted from 1. */
type PrintedHeading = { title: string; page: number }
/** A printed document: its headings in order, and the text of each page. */
export type Printed = { headings: readonly PrintedHeading[]; texts: readonly string[] }

/** Prints a Word file as a PDF whose bookmarks are its headings. @throws Error if LibreOffice or its fonts are missing. */
export async function printWord(bytes: Uint8Array): Promise<Uint8Array> {
  await checkFonts()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'print-'))
  try {
    fs.writeFileSync(path.join(folder, 'file.docx'), bytes)
    // Each call has a profile of its own, because LibreOffice lets one process use a profile.
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await run('soffice', [profile, '--headless', '--convert-to', BOOKMARKS, '--outdir', folder, path.join(folder, 'file.docx')], {
      timeout: TIMEOUT_MS,
    })
    return new Uint8Array(fs.readFileSync(path.join(folder, 'file.pdf')))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads a printed document. */
export async function readPrinted(pdf: Uint8Array): Promise<Printed> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  type Item = Awaited<ReturnType<typeof document.getOutline>>[number]
  const list = async (items: readonly Item[]): Promise<PrintedHeading[]> => {
    const headings: PrintedHeading[] = []
    for (const { dest, title, items: below } of items) {
      const target = typeof dest === 'string' ? await document.getDestination(dest) : dest
      headings.push({ title, page: (await document.getPageIndex(target?.[0])) + 1 }, ...(await list(below)))
    }
    return headings
  }
  const { text } = await extractText(document, { mergePages: false })
  return { headings: await list((await document.getOutline()) ?? []), texts: text }
}

let fonts: Promise<void> | undefined

function checkFonts(): Promise<void> {
  fonts ??= (async () => {
    for (const [font, twin] of Object.entries(METRIC_TWINS)) {
      const { stdout } = await run('fc-match', ['--format', '%{family}', font])
      if (!stdout.includes(twin)) throw new Error(`${font} is drawn as ${stdout}; install ${twin} (see products/README.md)`)
    }
  })()
  return fonts
}
