import { DomUtils, ElementType, parseDocument } from 'htmlparser2'
import { labelTables } from '#app/platform/text/label-tables.server.ts'
import { getChapter } from './chapters.ts'
import type { Entries, XmlElement } from './office-xml.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]

const isText = (node: Node) => node.type === ElementType.Text

const render = (nodes: Node | readonly Node[]) => DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' })

/** An element of a book: its HTML, and its level and text if it is a heading (1 is a chapter, 0 is no heading). */
export type BookBlock = { html: string; level: number; text: string }

/** The converted content of a file. Sections are headings inside a chapter, from level 2. */
export type RawBook = {
  chapters: {
    title: string
    /** True for a further page of a long chapter. */
    isContinued: boolean
    html: string
    words: number
    sections: { id: string; title: string; level: number }[]
  }[]
  /** The pictures to which `<img src="picture/1">` refers, the first one for 1. */
  pictures: Uint8Array[]
}

/** Attributes that a block may have. The sanitizer of the process that receives the book is stricter. */
const ATTRIBUTES = new Set(['href', 'src', 'alt', 'colspan', 'rowspan', 'scope', 'start', 'id'])
/** Elements that only group others. */
const GROUPS = new Set(['div', 'section', 'article', 'main', 'body', 'header', 'footer', 'hgroup', 'center'])
const HEADING = /^h[1-6]$/
const BLOCKS = new Set(['p', 'ul', 'ol', 'dl', 'table', 'figure', 'blockquote', 'aside', 'pre', 'hr', ...GROUPS])
const MAX_PICTURES = 400
const MAX_PICTURE_BYTES = 40 * 1024 * 1024

/** Collects the pictures of a book up to a limit. */
export class Pictures {
  readonly bytes: Uint8Array[] = []
  #numbers = new Map<string, number>()
  #sum = 0

  /** Returns the address of a picture; '' if there are too many. */
  add(name: string, bytes: Uint8Array | undefined): string {
    const known = this.#numbers.get(name)
    if (known !== undefined) {
      return `picture/${known}`
    }
    this.#sum += bytes?.byteLength ?? 0
    if (!bytes || this.bytes.length >= MAX_PICTURES || this.#sum > MAX_PICTURE_BYTES) {
      return ''
    }
    this.bytes.push(bytes)
    this.#numbers.set(name, this.bytes.length)
    return `picture/${this.bytes.length}`
  }

  /** Adds the picture of an archive's entry. */
  addEntry(entries: Entries, name: string): string {
    return this.add(name, entries.get(name))
  }
}

/** Says in the text what is only in the file. */
export const notShown = (what: string) => `<p class="miss">${what} is here in the file. It cannot be shown here.</p>`

export const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the text of an element on one line. A line break is a blank. */
function getElementText(element: XmlElement): string {
  const html = render(element.children).replaceAll(/<br\s*\/?>/g, ' ')
  return getLine(DomUtils.textContent(parseDocument(html).children))
}

export const getLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Options of `getDomBlocks`. */
type Reading = {
  /** Returns the level of a heading, or 0. `text` is on one line. */
  getLevel: (element: XmlElement, text: string) => number
  /** Returns the address of a picture, or '' if it cannot be shown. */
  getPicture: (element: XmlElement) => string
}

/**
 * Converts a document's elements to blocks: groups are opened, and loose text becomes a paragraph. Styles, scripts,
 * forms and unknown attributes are left out.
 */
export function getDomBlocks(nodes: readonly Node[], reading: Reading): BookBlock[] {
  const blocks: BookBlock[] = []
  let loose: Node[] = []
  const end = () => {
    const html = render(loose)
    if (loose.some((node) => DomUtils.textContent(node).trim() !== '' || hasPicture(node))) {
      blocks.push({ html: `<p>${html}</p>`, level: 0, text: '' })
    }
    loose = []
  }
  for (const node of nodes) {
    if (!('attribs' in node) || !(BLOCKS.has(node.name) || HEADING.test(node.name))) {
      if (isText(node) || 'attribs' in node) {
        loose.push(clean(node, reading))
      }
      continue
    }
    end()
    if (GROUPS.has(node.name)) {
      const inside = getDomBlocks(node.children, reading)
      blocks.push(...withId(inside, node.attribs.id))
      continue
    }
    const text = getElementText(node)
    const level = reading.getLevel(node, text)
    clean(node, reading)
    if (text === '' && !hasPicture(node) && node.name !== 'hr') {
      continue
    }
    const isHeading = level > 0 && !hasPicture(node)
    const html = isHeading ? render(node.children) : labelTables(render(node))
    blocks.push(
      isHeading
        ? { html: `<h${level}${node.attribs.id ? ` id="${escapeHtml(node.attribs.id)}"` : ''}>${html}</h${level}>`, level, text }
        : { html, level: 0, text: '' },
    )
  }
  end()
  return blocks
}

const hasPicture = (node: Node): boolean =>
  'attribs' in node && (node.name === 'img' || DomUtils.getElementsByTagName('img', node).length > 0)

/** Puts the id of a group at its first block, so that links to it lead there. */
function withId(blocks: BookBlock[], id: string | undefined): BookBlock[] {
  const [first, ...rest] = blocks
  return id && first ? [{ ...first, html: `<a id="${escapeHtml(id)}"></a>${first.html}` }, ...rest] : blocks
}

function hasAncestor({ parent }: XmlElement, name: string): boolean {
  return parent !== null && 'attribs' in parent && (parent.name === name || hasAncestor(parent, name))
}

const DROPPED = new Set(['script', 'style', 'form', 'iframe', 'object', 'embed', 'template', 'head', 'audio', 'video'])

/** Cleans a node. Returns what is in its place: a picture becomes a link to it. */
function clean(node: Node, reading: Reading): Node {
  if (!('attribs' in node)) {
    return node
  }
  for (const child of node.children.slice()) {
    if (!isText(child) && !('attribs' in child)) {
      DomUtils.removeElement(child)
    } else if ('attribs' in child && DROPPED.has(child.name)) {
      DomUtils.removeElement(child)
    } else {
      clean(child, reading)
    }
  }
  if (node.name === 'img' || node.name === 'svg' || node.name === 'image') {
    const src = reading.getPicture(node)
    const alt = node.attribs.alt ?? node.attribs['aria-label'] ?? ''
    node.children = []
    node.name = src === '' ? 'em' : 'img'
    node.attribs = src === '' ? {} : { src, alt }
    if (src === '') {
      DomUtils.appendChild(
        node,
        parseDocument(`A picture is here in the file${alt ? `: ${escapeHtml(alt)}` : ''}.`).children[0] as XmlElement,
      )
    } else if (!hasAncestor(node, 'a')) {
      // A tap opens the picture alone, where it can be enlarged.
      const [link] = parseDocument(`<a href="${src}"></a>`).children as XmlElement[]
      if (link) {
        DomUtils.replaceElement(node, link)
        DomUtils.appendChild(link, node)
        return link
      }
    }
    return node
  }
  node.attribs = Object.fromEntries(Object.entries(node.attribs).filter(([name]) => ATTRIBUTES.has(name)))
  return node
}

/** Bytes of HTML of a chapter, before compression. So the page stays below 30 kB whatever the text is. */
export const MAX_CHAPTER_BYTES = 22_000
/** A chapter with fewer words, such as a dedication, shares its page with the one after it. */
const FEW_WORDS = 150

const size = (html: string) => Buffer.byteLength(html)
const countWords = (html: string) => html.replaceAll(/<(?:"[^"]*"|[^">])*>/g, ' ').match(/\S+/g)?.length ?? 0

/** A chapter; `lead` is the number of its first blocks that the title repeats. */
type Draft = { title: string; isContinued: boolean; lead: number; blocks: BookBlock[] }

/**
 * Divides blocks into chapters at their highest headings, and long chapters again, at headings if possible. A word is
 * in a title or in the HTML below it. `untitled` is the title of what precedes the first heading. `top` is the level of
 * chapters, by default the highest level that occurs at least twice.
 */
export function getChapters(all: readonly BookBlock[], untitled: string, top = getTopLevel(all)): RawBook['chapters'] {
  const drafts = joinShort(atHeadings(withoutContents(all), top, untitled)).flatMap(divideChapter)
  return withLinks(
    drafts.map(({ title, isContinued, lead, blocks: inside }) => ({
      title: getTitle(title) + (isContinued ? ', continued' : ''),
      isContinued,
      html: getHtml(inside.map((block, at) => (at < lead ? getTarget(block) : block))),
    })),
    top,
  )
}

/** Returns the highest level of headings that occurs at least twice; 7 without one. */
function getTopLevel(blocks: readonly BookBlock[]): number {
  return [1, 2, 3, 4, 5, 6].find((top) => blocks.filter(({ level }) => level > 0 && level <= top).length > 1) ?? 7
}

/** A table of contents has the headings of chapters too, and comes first, so only the last one begins a chapter. */
function withoutContents(blocks: readonly BookBlock[]): BookBlock[] {
  const last = new Map<number, BookBlock>()
  for (const block of blocks) {
    const chapter = block.level === 1 ? getChapter(block.text) : null
    if (chapter !== null) {
      last.set(chapter, block)
    }
  }
  return blocks.map((block) => {
    const chapter = block.level === 1 ? getChapter(block.text) : null
    return chapter === null || last.get(chapter) === block
      ? block
      : { ...block, level: 0, html: block.html.replace('<h1', '<p').replace(/<\/h1>$/, '</p>') }
  })
}

/** Formats "CHAPTER ONE INTRODUCTION" as "Chapter one: Introduction". */
function getTitle(text: string): string {
  const [, mark, rest = ''] = /^(chapter\s+[a-z\d]+)\b[\s:.–—-]*(.*)$/i.exec(text) ?? []
  const plain = (words: string) => (/\p{Ll}/u.test(words) ? words : words.charAt(0) + words.slice(1).toLowerCase())
  return mark === undefined || getChapter(text) === null
    ? text
    : `${mark.charAt(0).toUpperCase()}${mark.slice(1).toLowerCase()}${rest === '' ? '' : `: ${plain(rest)}`}`
}

function atHeadings(blocks: readonly BookBlock[], top: number, untitled: string): Draft[] {
  const drafts: Draft[] = []
  for (const block of blocks) {
    const last = drafts.at(-1)
    const isTop = block.level > 0 && block.level <= top
    if (last && isTop && last.lead === last.blocks.length && size(last.title) < 200) {
      // "Chapter one" and "Introduction" are often two headings.
      last.title = `${last.title}${/[:.]$/.test(last.title) ? '' : ':'} ${block.text}`
      last.lead += 1
      last.blocks.push(block)
    } else if (isTop) {
      drafts.push({ title: block.text, isContinued: false, lead: 1, blocks: [block] })
    } else if (last) {
      last.blocks.push(block)
    } else {
      drafts.push({ title: untitled, isContinued: false, lead: 0, blocks: [block] })
    }
  }
  return drafts
}

/** Joins short chapters with the next one, except those that are named as chapters. */
function joinShort(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = []
  for (const draft of drafts) {
    const last = joined.at(-1)
    const isNamed = last !== undefined && [last, draft].some(({ title }) => /^chapter\b/i.test(title))
    if (last && !isNamed && countWords(getHtml(last.blocks)) < FEW_WORDS) {
      last.blocks.push(...draft.blocks)
    } else {
      joined.push({ ...draft, blocks: [...draft.blocks] })
    }
  }
  return joined
}

const getHtml = (blocks: readonly { html: string }[]) => blocks.map(({ html }) => html).join('\n')

/** Returns only the id of a block, for the links to it. */
function getTarget({ html }: BookBlock): { html: string } {
  return { html: [...html.matchAll(/ id="([^"]*)"/g)].map(([id]) => `<a${id}></a>`).join('') }
}

/** Divides a chapter that is too long for a page: before the highest heading after its first third, else before a block. */
function divideChapter(draft: Draft): Draft[] {
  const parts: Draft[] = []
  let part: BookBlock[] = []
  const end = (rest: BookBlock[]) => {
    const isContinued = parts.length > 0
    parts.push({
      title: draft.title,
      isContinued,
      lead: isContinued ? 0 : draft.lead,
      blocks: part,
    })
    part = rest
  }
  for (const block of draft.blocks.flatMap((whole) => divideBlock(whole))) {
    const isFull = () => part.length > 0 && size(getHtml([...part, block])) > MAX_CHAPTER_BYTES
    if (isFull()) {
      const levels = part.map(({ level }, index) => (index > part.length / 3 && level > 0 ? level : 7))
      const highest = Math.min(...levels)
      const at = highest === 7 || (block.level > 0 && block.level <= highest) ? -1 : levels.lastIndexOf(highest)
      const rest = at === -1 ? [] : part.slice(at)
      part = at === -1 ? part : part.slice(0, at)
      end(rest)
      if (isFull()) {
        end([])
      }
    }
    part.push(block)
  }
  end([])
  return parts
}

/** Divides a table at its rows, a list at its items and a paragraph at its words, if it is too long for a page. */
function divideBlock(block: BookBlock): BookBlock[] {
  if (size(block.html) <= MAX_CHAPTER_BYTES) {
    return [block]
  }
  const { children } = parseDocument(block.html)
  // A part has the tags around it too, so it aims lower.
  return children
    .flatMap((node) => divideNode(node, MAX_CHAPTER_BYTES / 2))
    .map((node, at) => ({ ...block, html: render(node), level: at === 0 ? block.level : 0 }))
}

const MAX_HEAD_BYTES = 2000

function divideNode(node: Node, max: number): Node[] {
  const whole = render(node)
  if (size(whole) <= max) {
    return [node]
  }
  if (!('attribs' in node)) {
    return isText(node) ? divideText(node.data, max).flatMap((text) => parseDocument(escapeHtml(text)).children) : []
  }
  const head = node.name === 'table' ? node.children.filter((child) => 'attribs' in child && child.name === 'thead') : []
  const headHtml = render(head)
  const groups: Node[][] = []
  let bytes = 0
  for (const child of node.children.flatMap((inside) => divideNode(inside, max * 0.9))) {
    const more = size(render(child))
    if (groups.length === 0 || bytes + more > max) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)?.push(child)
    bytes += more
  }
  const [, start = '1'] = /^<ol start="(\d+)"/.exec(whole) ?? []
  let items = Number(start)
  return groups.flatMap((children, at) => {
    const inner = render(children)
    const again = at > 0 && headHtml.length <= MAX_HEAD_BYTES ? headHtml : ''
    const attributes = Object.entries(node.attribs)
      .filter(([name]) => name !== 'start' && (name !== 'id' || at === 0))
      .map(([name, value]) => ` ${name}="${escapeHtml(value).replaceAll('"', '&quot;')}"`)
      .join('')
    const from = node.name === 'ol' ? ` start="${items}"` : ''
    items += children.filter((child) => 'attribs' in child && child.name === 'li').length
    return parseDocument(`<${node.name}${attributes}${from}>${again}${inner}</${node.name}>`).children
  })
}

function divideText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = text
  // A character has at most four bytes, or five as &amp;.
  const chars = Math.floor(max / 5)
  while (rest.length > chars) {
    const space = rest.lastIndexOf(' ', chars)
    const cut = space > chars / 2 ? space + 1 : chars
    parts.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...parts, rest]
}

/**
 * Gives headings and targets of links ids of our own, and links the chapter in which their target is. A link whose
 * target is missing becomes text. The headings of chapters at the level `top` are outside, so those inside begin at 2.
 */
function withLinks(chapters: readonly { title: string; isContinued: boolean; html: string }[], top: number): RawBook['chapters'] {
  const targets = new Map<string, string>()
  let last = 0
  const numbered = chapters.map(({ html, ...chapter }, at) => {
    const document = parseDocument(html)
    const sections: RawBook['chapters'][number]['sections'] = []
    for (const element of DomUtils.getElementsByTagName(() => true, document)) {
      const { id: source } = element.attribs
      const isHeading = HEADING.test(element.name)
      if (source !== undefined || isHeading) {
        last += 1
        const id = `r${last}`
        element.attribs.id = id
        if (source !== undefined && !targets.has(source)) {
          targets.set(source, `${at + 1}#${id}`)
        }
      }
      if (isHeading) {
        const level = Math.min(4, Math.max(2, Number(element.name.slice(1)) - top + 1))
        element.name = `h${level}`
        sections.push({ id: element.attribs.id ?? '', title: getLine(DomUtils.textContent(element)), level })
      }
    }
    return { ...chapter, document, sections }
  })
  return numbered.map(({ title, isContinued, document, sections }) => {
    for (const link of DomUtils.getElementsByTagName('a', document)) {
      const { href } = link.attribs
      if (href?.startsWith('#')) {
        link.attribs.href = targets.get(decodeAddress(href.slice(1))) ?? ''
      }
    }
    const html = render(document.children)
    return { title, isContinued, html, words: countWords(`${title} ${html}`), sections }
  })
}

/** Decodes an address; one that is not encoded is returned as it is. */
export function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) {
      return text
    }
    throw error
  }
}
