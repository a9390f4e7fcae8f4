import { DomUtils, parseDocument } from 'htmlparser2'
import type { FileMetadata, TextBlock } from '#app/services/reading.ts'
import { getEntries, getText } from './archive.ts'
import { getDetails } from './blocks.ts'
import type { Block } from './chapters.ts'
import { getLinearFormula } from './office-math.ts'

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
  const document = parseDocument(slide, { xmlMode: true })
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
