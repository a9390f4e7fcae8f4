// Turns one file of a product.yaml into bytes, by the name of its source and its extension.
import fs from 'node:fs'
import path from 'node:path'
import { type Block, contentsList, type DocumentContent } from './blocks.ts'
import { fitColumns } from './column-widths.ts'
import { examDocument, readExam } from './exam.ts'
import { writeExcel } from './excel.ts'
import { parseDocument, referenceBlocks } from './markdown.ts'
import { printWord, readPrinted } from './office.ts'
import { writePdf } from './pdf.ts'
import { slideTexts, writePowerPoint } from './powerpoint.ts'
import type { Product, ProductFile } from './product.ts'
import { questionnaireDocument, readQuestionnaire } from './questionnaire.ts'
import { citedIn, printCitationsIn, readReferences, type References } from './references.ts'
import { parseDeck, slideFaults } from './slides.ts'
import { writeWord } from './word.ts'
import { readWorkbook, type Workbook } from './workbook.ts'

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
      const workbook = readWorkbook(source)
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
