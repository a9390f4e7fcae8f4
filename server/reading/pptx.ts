import type { FileFacts } from '../../app/platform/reading.ts'
import { entriesOf, textOf, unescaped } from './archive.ts'
import { type Block, factsOf } from './blocks.ts'

const PARTS = /^ppt\/(presentation\.xml|_rels\/presentation\.xml\.rels|slides\/slide\d{1,5}\.xml)$/

/** Facts of a presentation; its pages are its slides. Throws when it is none, or bursts. */
export function readPptx(file: Uint8Array): FileFacts {
  const entries = entriesOf(file, (name) => PARTS.test(name))
  const slides = inOrder(entries)
  if (slides.length === 0) {
    throw new Error('There is no slide in the archive')
  }
  return factsOf(
    slides.flatMap((slide) => blocksOf(textOf(entries, slide))),
    slides.length,
    null,
  )
}

/** Slides as the presentation shows them; their files are numbered as they were made. */
function inOrder(entries: ReadonlyMap<string, Uint8Array>): string[] {
  const targets = new Map(
    [...textOf(entries, 'ppt/_rels/presentation.xml.rels').matchAll(/<Relationship\b[^>]*>/g)].map(([relation]) => [
      relation.match(/\bId="([^"]+)"/)?.[1] ?? '',
      `ppt/${relation.match(/\bTarget="(?:\/ppt\/)?([^"]+)"/)?.[1] ?? ''}`,
    ]),
  )
  const shown = [...textOf(entries, 'ppt/presentation.xml').matchAll(/<p:sldId\b[^>]*\br:id="([^"]+)"/g)].flatMap(([, id]) => {
    const target = targets.get(id ?? '')
    return target && entries.has(target) ? [target] : []
  })
  const numberOf = (name: string) => Number(name.match(/(\d+)\.xml$/)?.[1])
  return shown.length > 0
    ? [...new Set(shown)]
    : [...entries.keys()].filter((name) => name.startsWith('ppt/slides/')).toSorted((a, b) => numberOf(a) - numberOf(b))
}

function blocksOf(slide: string): Block[] {
  return slide.split('<p:sp>').flatMap((shape): Block[] => {
    const isTitle = /<p:ph\b[^>]*type="(title|ctrTitle)"/.test(shape)
    const lines = shape.split(/<\/a:p>/).map((paragraph) =>
      [...paragraph.matchAll(/<a:t>([^<]*)<\/a:t>|<a:br\b/g)]
        .map(([, text]) => unescaped(text ?? ' '))
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    const texts = lines.filter((line) => line !== '')
    return isTitle
      ? texts.length > 0
        ? [{ kind: 'heading', text: texts.join(' ') }]
        : []
      : texts.map((text) => ({ kind: 'item', text }))
  })
}
