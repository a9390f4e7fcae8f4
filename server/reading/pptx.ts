import { DomUtils, parseDocument } from 'htmlparser2'
import type { FileMetadata, TextBlock } from '#app/services/reading.ts'
import { getEntries, getText } from './archive.ts'
import { getDetails } from './blocks.ts'
import { type BookBlock, escapeHtml, getChapters, notShown, Pictures, type RawBook } from './book-blocks.ts'
import type { Block } from './chapters.ts'
import { getLinearFormula } from './office-math.ts'
import { type Entries, getRelationships } from './office-xml.ts'

const PARTS = /^ppt\/(presentation\.xml|_rels\/presentation\.xml\.rels|slides\/slide\d{1,5}\.xml)$/

/**
 * Reads the metadata of a presentation; its pages are its slides.
 * @throws when it is not one, or is too large inside.
 */
export function readPptx(file: Uint8Array): FileMetadata {
  const slides = readSlides(file)
  return getDetails(slides.flat(), slides.length, null)
}

/**
 * Reads the whole text of a presentation, slide by slide.
 * @throws when it is not one, or is too large inside.
 */
export function readPptxText(file: Uint8Array): TextBlock[] {
  return readSlides(file).flatMap((blocks, at) => [{ kind: 'slide' as const, text: `Slide ${at + 1}` }, ...blocks])
}

const PARTS_AND_PICTURES =
  /^ppt\/(presentation\.xml|_rels\/presentation\.xml\.rels|slides\/(?:_rels\/)?slide\d{1,5}\.xml(?:\.rels)?|media\/[^/]+\.(?:png|jpe?g|gif))$/i
/** Slides on one page. */
const SLIDES_PER_CHAPTER = 10

/**
 * Reads a presentation as a book: each slide is a section with its text, tables and pictures.
 * @throws when it is not one, or is too large inside.
 */
export function readPptxBook(file: Uint8Array): RawBook {
  const entries = getEntries(file, (name) => PARTS_AND_PICTURES.test(name))
  const slides = inOrder(entries)
  if (slides.length === 0) {
    throw new Error('The archive contains no slide')
  }
  const pictures = new Pictures()
  const blocks = slides.flatMap((slide, at) => {
    const last = Math.min(at + SLIDES_PER_CHAPTER, slides.length)
    const range = at + 1 === last ? `Slide ${last}` : `Slides ${at + 1} to ${last}`
    const chapter = at % SLIDES_PER_CHAPTER === 0 ? [{ level: 1, text: range, html: `<h1>${range}</h1>` }] : []
    return [...chapter, ...getSlide(entries, slide, at + 1, pictures)]
  })
  return { chapters: getChapters(blocks, 'Slides', 1), pictures: pictures.bytes }
}

function getSlide(entries: Entries, slide: string, number: number, pictures: Pictures): BookBlock[] {
  const xml = getText(entries, slide)
  const document = parseDocument(xml, { xmlMode: true })
  const tables = DomUtils.getElementsByTagName('a:tbl', document)
  const tableHtml = tables.map((table) => {
    const rows = DomUtils.getElementsByTagName('a:tr', table).map((row) => {
      const cells = DomUtils.getElementsByTagName('a:tc', row).map(
        (cell) => `<td>${escapeHtml(getParagraphs(cell).join(' '))}</td>`,
      )
      return `<tr>${cells.join('')}</tr>`
    })
    return `<table><tbody>${rows.join('')}</tbody></table>`
  })
  // A table is shown as one, so its text is not shown again.
  tables.forEach((table) => DomUtils.removeElement(table))
  const shown = getBlocksOf(document)
  const title = shown.find(({ kind }) => kind === 'heading')
  // Many slides have their number on them.
  const items = shown
    .filter((block) => block !== title && block.text !== String(number))
    .map(({ text }) => `<li>${escapeHtml(text)}</li>`)
  const targets = new Map(getRelationships(entries, slide).map(({ id, part }) => [id, part]))
  const images = DomUtils.getElementsByTagName('p:pic', document).map((picture) => {
    const [blip] = DomUtils.getElementsByTagName('a:blip', picture)
    const [about] = DomUtils.getElementsByTagName('p:cNvPr', picture)
    const src = pictures.addEntry(entries, targets.get(blip?.attribs['r:embed'] ?? '') ?? '')
    return src
      ? `<p><img src="${src}" alt="${escapeHtml(about?.attribs.descr ?? '').replaceAll('"', '&quot;')}"></p>`
      : notShown('A picture')
  })
  const charts = DomUtils.getElementsByTagName((name) => name === 'c:chart' || name === 'dgm:relIds', document).map(({ name }) =>
    notShown(name === 'c:chart' ? 'A chart' : 'A diagram'),
  )
  const heading = title ? `Slide ${number}: ${title.text}` : `Slide ${number}`
  const body = [items.length > 0 ? `<ul>${items.join('')}</ul>` : '', ...tableHtml, ...images, ...charts].filter(
    (html) => html !== '',
  )
  return [
    { level: 2, text: heading, html: `<h2>${escapeHtml(heading)}</h2>` },
    ...(body.length > 0 ? body : ['<p><em>Nothing on it can be shown here.</em></p>']).map((html) => ({
      level: 0,
      text: '',
      html,
    })),
  ]
}

function readSlides(file: Uint8Array): Block[][] {
  const entries = getEntries(file, (name) => PARTS.test(name))
  const slides = inOrder(entries)
  if (slides.length === 0) {
    throw new Error('The archive contains no slide')
  }
  return slides.map((slide) => getBlocks(getText(entries, slide)))
}

/** Returns the slides in the order of the presentation. Their files are numbered in the order of their creation. */
function inOrder(entries: ReadonlyMap<string, Uint8Array>): string[] {
  const relations = getElements(getText(entries, 'ppt/_rels/presentation.xml.rels'), 'Relationship')
  const targets = new Map(
    relations.map(({ attribs }) => [attribs.Id ?? '', `ppt/${(attribs.Target ?? '').replace(/^\/ppt\//, '')}`]),
  )
  const shown = getElements(getText(entries, 'ppt/presentation.xml'), 'p:sldId').flatMap(({ attribs }) => {
    const target = targets.get(attribs['r:id'] ?? '')
    return target && entries.has(target) ? [target] : []
  })
  const getNumber = (name: string) => Number(name.match(/(\d+)\.xml$/)?.[1])
  return shown.length > 0
    ? [...new Set(shown)]
    : [...entries.keys()].filter((name) => name.startsWith('ppt/slides/')).toSorted((a, b) => getNumber(a) - getNumber(b))
}

/** Reads the shapes and tables of a slide as blocks: a title is a heading, every other paragraph an item. */
function getBlocks(slide: string): Block[] {
  return getBlocksOf(parseDocument(slide, { xmlMode: true }))
}

function getBlocksOf(document: ReturnType<typeof parseDocument>): Block[] {
  const shapes = DomUtils.getElementsByTagName('p:sp', document)
  const inShapes = shapes.flatMap((shape): Block[] => {
    const [placeholder] = DomUtils.getElementsByTagName('p:ph', shape)
    const texts = getParagraphs(shape)
    const isTitle = placeholder?.attribs.type === 'title' || placeholder?.attribs.type === 'ctrTitle'
    return isTitle && texts.length > 0 ? [{ kind: 'heading', text: texts.join(' ') }] : texts.map(item)
  })
  const frames = DomUtils.getElementsByTagName('p:graphicFrame', document)
  return [...inShapes, ...frames.flatMap((frame) => getParagraphs(frame).map(item))]
}

const item = (text: string): Block => ({ kind: 'item', text })

type Parsed = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Returns the paragraphs of a shape that have text. A line break is a blank. */
function getParagraphs(shape: Parsed): string[] {
  return DomUtils.getElementsByTagName('a:p', shape)
    .map((paragraph) =>
      DomUtils.getElementsByTagName((name) => ['a:t', 'a:br', 'm:oMath'].includes(name), paragraph)
        .map((part) =>
          part.name === 'a:br' ? ' ' : part.name === 'm:oMath' ? getLinearFormula(part) : DomUtils.textContent(part),
        )
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
}

function getElements(xml: string, name: string): Parsed[] {
  return DomUtils.getElementsByTagName(name, parseDocument(xml, { xmlMode: true }))
}
