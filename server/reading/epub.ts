import { DomUtils } from 'htmlparser2'
import { getEntries, getText } from './archive.ts'
import { type BookBlock, decodeAddress, getChapters, getDomBlocks, getLine, Pictures, type RawBook } from './book-blocks.ts'
import { type Entries, findElements, parseXml, type XmlElement } from './office-xml.ts'

/** Entries that a book may consist of. Fonts, sound and scripts are not unpacked. */
const PARTS = /\.(?:xml|opf|xhtml|html|htm|svg|png|jpe?g|gif|webp)$/i

/**
 * Reads a book in EPUB 3: its chapters in the order of the spine, named by its navigation. Each document of the spine
 * begins a chapter.
 * @throws when it is not one, or is too large inside.
 */
export function readEpubBook(file: Uint8Array): RawBook {
  const entries = getEntries(file, (name) => PARTS.test(name))
  const packagePath = find(getText(entries, 'META-INF/container.xml'), 'rootfile')[0]?.attribs['full-path'] ?? ''
  const opf = getText(entries, packagePath)
  const items = new Map(
    find(opf, 'item').map(({ attribs }) => [
      attribs.id ?? '',
      { path: resolve(packagePath, attribs.href ?? ''), properties: (attribs.properties ?? '').split(/\s+/) },
    ]),
  )
  const spine = find(opf, 'itemref').flatMap(({ attribs }) => {
    const item = attribs.linear === 'no' ? undefined : items.get(attribs.idref ?? '')
    return item && entries.has(item.path) && !item.properties.includes('nav') ? [item.path] : []
  })
  if (spine.length === 0) {
    throw new Error('The book has no readable document')
  }
  const navigation = [...items.values()].find(({ properties }) => properties.includes('nav'))?.path ?? ''
  const titles = getTitles(entries, navigation)
  const pictures = new Pictures()
  return {
    chapters: getChapters(
      spine.flatMap((path) => getDocument(entries, path, titles.get(path), pictures)),
      'Beginning',
      1,
    ),
    pictures: pictures.bytes,
  }
}

/** Returns the titles of documents, by the list of contents. */
function getTitles(entries: Entries, navigation: string): Map<string, string> {
  const contents = find(getText(entries, navigation), 'nav').find(({ attribs }) => /\btoc\b/.test(attribs['epub:type'] ?? 'toc'))
  const links = contents ? DomUtils.getElementsByTagName('a', contents) : []
  return new Map(
    links
      .map((link): [string, string] => [resolve(navigation, link.attribs.href ?? ''), getLine(DomUtils.textContent(link))])
      .toReversed(),
  )
}

function getDocument(entries: Entries, path: string, title: string | undefined, pictures: Pictures): BookBlock[] {
  const document = parseXml(getText(entries, path))
  const [body] = findElements(document, 'body')
  if (!body) {
    return []
  }
  for (const element of DomUtils.getElementsByTagName(() => true, body)) {
    // An id of the document is unique only there.
    if (element.attribs.id !== undefined) {
      element.attribs.id = `${path}#${element.attribs.id}`
    }
    if (element.name === 'a') {
      element.attribs.href = getAddress(path, element.attribs.href)
    }
  }
  const blocks = getDomBlocks(body.children, {
    getLevel: ({ name }) => (/^h[1-6]$/.test(name) ? Math.min(6, Number(name.slice(1)) + 1) : 0),
    getPicture: (element) => getPicture(entries, path, element, pictures),
  })
  const at = blocks.findIndex(({ level }) => level > 0)
  const first = blocks[at]
  const target = `<a id="${path}"></a>`
  if (first && blocks.slice(0, at).every(({ html }) => html.length < 500)) {
    // The document's first heading is the chapter's.
    const html = first.html.replace(/^((?:<a id="[^"]*"><\/a>)*)<h\d([\s\S]*)<\/h\d>$/, `$1<h1$2</h1>`)
    return [{ ...first, level: 1, html: target + html }, ...blocks.slice(0, at), ...blocks.slice(at + 1)]
  }
  const named = title ?? 'Pages without a title'
  return [
    { level: 1, text: named, html: `${target}<h1>${named.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</h1>` },
    ...blocks,
  ]
}

/** Returns a link's address: another place of the book as #path#id, a page of the web as it is, or ''. */
function getAddress(path: string, href = ''): string {
  if (/^https:\/\//i.test(href)) {
    return href
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href === '') {
    return ''
  }
  const [, fragment] = href.split('#', 2)
  return `#${encodeURIComponent(resolve(path, href) + (fragment ? `#${fragment}` : ''))}`
}

function getPicture(entries: Entries, path: string, element: XmlElement, pictures: Pictures): string {
  if (element.name === 'svg') {
    const linked = findElements(element.children, 'image')[0]
    if (linked) {
      return getPicture(entries, path, linked, pictures)
    }
    element.attribs.xmlns = 'http://www.w3.org/2000/svg'
    const text = DomUtils.getOuterHTML(element, { xmlMode: true })
    return pictures.add(text, new TextEncoder().encode(text))
  }
  const name = element.attribs.src ?? element.attribs['xlink:href'] ?? element.attribs.href ?? ''
  return pictures.addEntry(entries, resolve(path, name))
}

/** Returns the entry to which an address in another entry leads. Addresses of other sites lead to none. */
function resolve(from: string, href: string): string {
  const url = URL.parse(href, `epub:///${encodeURI(from)}`)
  return url?.protocol === 'epub:' ? decodeAddress(url.pathname).replace(/^\/+/, '') : ''
}

function find(xml: string, name: string): XmlElement[] {
  return findElements(parseXml(xml), name)
}
