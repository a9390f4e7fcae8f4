// Turns one file of a product.yaml into bytes, by the name of its source and its extension.
import fs from 'node:fs'
import path from 'node:path'
import { type Block, contentsList, type DocumentContent } from './blocks.ts'
import { fitColumns } from './column-widths.ts'
import { examDocument, readExam } from './exam.ts'
import { type BookPart, writeEpub } from './epub.ts'
import { writeExcel } from './excel.ts'
import { parseDocument, referenceBlocks } from './markdown.ts'
import { printWord, readPrinted } from './office.ts'
import { writePdf } from './pdf.ts'
import { slideTexts, writePowerPoint } from './powerpoint.ts'
import { type Product, type ProductFile, useOf } from './product.ts'
import { questionnaireDocument, readQuestionnaire } from './questionnaire.ts'
import { citedIn, printCitationsIn, readReferences, type References } from './references.ts'
import { deckBlocks, parseDeck, slideFaults } from './slides.ts'
import { writeWord } from './word.ts'
import { readWorkbook, type Workbook, withNote } from './workbook.ts'

export type Rendered = {
  bytes: Uint8Array
  contents: string[]
  /** Text of slides and sheets; the text of pages is read from the PDF. */
  texts?: string[]
  /** The content of a document. */
  blocks?: Block[]
  /** A printed Word file, for its number of pages and its page pictures. */
  pdf?: Uint8Array
}

export async function renderFile(product: Product, file: ProductFile): Promise<Rendered> {
  const source = path.join(product.directory, file.source)
  const type = path.extname(file.name)
  try {
    if (type === '.pptx') {
      const deck = parseDeck(fs.readFileSync(source, 'utf8'), product.title)
      const faults = slideFaults(deck)
      if (faults.length > 0) throw new Error(faults.join('\n'))
      return {
        bytes: await writePowerPoint(product, deck),
        contents: deck.slides.map(({ title }) => title),
        texts: slideTexts(product, deck),
      }
    }
    if (type === '.xlsx') {
      const workbook = withNote(readWorkbook(source), useOf(product))
      return {
        bytes: await writeExcel(product, workbook),
        contents: workbook.sheets.map(({ name }) => name),
        texts: sheetTexts(workbook),
      }
    }
    const read = readDocument(product, file, source)
    const content = { ...read, blocks: fitColumns(read.blocks) }
    const contents = contentsList(content.blocks)
    const { blocks } = content
    if (type === '.pdf') return { bytes: await writePdf(product, content), contents, blocks }
    const printed = await readPrinted(await printWord(await writeWord(product, content)))
    const bytes = await writeWord(product, content, printed)
    return { bytes, contents, blocks, pdf: await printWord(bytes) }
  } catch (error) {
    throw new Error(`Could not build ${product.slug}/${file.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Returns everything of a product that is read as one EPUB; null if it has nothing but workbooks. */
export function renderBook(product: Product): Rendered | null {
  const parts = product.files
    .filter(({ source }, at) => product.files.findIndex((file) => file.source === source) === at)
    .flatMap((file) => readPart(product, file))
  return parts.length > 0 ? { bytes: writeEpub(product, parts), contents: parts.map(({ label }) => label) } : null
}

function readPart(product: Product, file: ProductFile): BookPart[] {
  const source = path.join(product.directory, file.source)
  // A file that is a part of a document, such as its questions, is in the whole document.
  const { part, ...whole } = file
  const label = part ? product.title : file.label.replace(/ (?:as an? |\()(?:PDF|Word|PowerPoint).*$/, '')
  switch (path.extname(file.name)) {
    case '.xlsx':
      return []
    case '.pptx':
      return [{ label, blocks: deckBlocks(parseDeck(fs.readFileSync(source, 'utf8'), product.title)) }]
    default:
      return [{ label, blocks: readDocument(product, whole, source).blocks }]
  }
}

function readDocument(product: Product, file: ProductFile, source: string): DocumentContent {
  const text = fs.readFileSync(source, 'utf8')
  const references = citedIn(text, readReferences(product.directory))
  const { part = '' } = file
  switch (path.basename(source)) {
    case 'questions.yaml':
      return withReferences(examDocument(printCitationsIn(readExam(source), references), product.title, part), part, references)
    case 'questionnaire.yaml':
      return withReferences(
        questionnaireDocument(printCitationsIn(readQuestionnaire(source), references), product.title, part),
        part,
        references,
      )
    default:
      return parseDocument(text, product.title, references)
  }
}

/** Adds the list of references, but not to what students or respondents are given to answer. */
function withReferences(content: DocumentContent, part: string, references: References): DocumentContent {
  return part === 'questions' || part === 'instrument'
    ? content
    : { ...content, blocks: [...content.blocks, ...referenceBlocks(references)] }
}

function sheetTexts(workbook: Workbook): string[] {
  return workbook.sheets.map(({ cells }) => cells.map(({ value }) => value ?? '').join('\n'))
}
