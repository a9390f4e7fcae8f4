import { DomUtils } from 'htmlparser2'
import { getText } from './archive.ts'
import { getLinearFormula } from './office-math.ts'
import {
  type Entries,
  findElements,
  getLocalName,
  getRelationships,
  parseXml,
  relationshipsOf,
  type XmlElement,
} from './office-xml.ts'

const NOTES = ['footnotes', 'endnotes', 'comments']
/** Elements that the converter drops, or shows although Word does not. A part without them is not parsed. */
const NOT_CONVERTED = /\b(?:fldSimple|hyperlink|bdo|dir|oMath|vanish|rStyle|pStyle|drawing|OLEObject)\b/
const TRANSITIONAL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

/**
 * Rewrites the parts of a Word document for the converter, which drops fields, equations, diagrams and charts, and
 * shows hidden text. Finds the parts by the relationships of the package, whatever their names. With `name drawings`,
 * a drawing that cannot be shown is named in the text.
 * @throws when it has no main part.
 */
export function prepareParts(entries: Entries, mode: 'text only' | 'name drawings' = 'text only'): void {
  const main = getRelationships(entries, '').find(({ type }) => type === 'officeDocument')?.part ?? 'word/document.xml'
  if (!entries.has(main)) {
    throw new Error('The archive contains no document')
  }
  const related = getRelationships(entries, main)
  const find = (type: string) => related.find((relationship) => relationship.type === type)?.part ?? `word/${type}.xml`
  const hidden = findHiddenStyles(getText(entries, find('styles')))
  for (const part of [main, ...NOTES.map(find)]) {
    const xml = getText(entries, part)
    if (NOT_CONVERTED.test(xml)) {
      entries.set(part, new TextEncoder().encode(rewrite(entries, part, xml, hidden, mode === 'name drawings')))
    }
  }
  for (const part of ['', main, ...NOTES.map(find)]) {
    closeRelationships(entries, relationshipsOf(part))
  }
}

/** Removes the addresses of files outside the document, so that nothing is loaded from there. */
function closeRelationships(entries: Entries, name: string): void {
  if (!entries.has(name)) {
    return
  }
  const document = parseXml(getText(entries, name))
  for (const { attribs } of findElements(document, 'Relationship')) {
    if (attribs.TargetMode === 'External') {
      attribs.Target = 'about:blank'
    }
    // The converter knows only the first edition's types of parts.
    attribs.Type = (attribs.Type ?? '').replace(/^http:\/\/purl\.oclc\.org\/ooxml\/officeDocument\/relationships\//, TRANSITIONAL)
  }
  entries.set(name, new TextEncoder().encode(DomUtils.getOuterHTML(document, { xmlMode: true })))
}

function rewrite(entries: Entries, part: string, xml: string, hidden: ReadonlySet<string>, namesDrawings: boolean): string {
  const document = parseXml(xml)
  const [, prefix = ''] = xml.match(/<(?:(\w[\w.-]*:))?(?:document|footnotes|endnotes|comments)\b/) ?? []
  const toRun = (text: string) => {
    const [run] = parseXml(`<${prefix}r><${prefix}t xml:space="preserve"></${prefix}t></${prefix}r>`).children
    DomUtils.appendChild(findElements(run ? [run] : [], 't')[0] as XmlElement, parseXml(escaped(text)).children[0] as XmlElement)
    return run as XmlElement
  }
  for (const equation of findElements(document, 'oMath')) {
    DomUtils.replaceElement(equation, toRun(getLinearFormula(equation)))
  }
  for (const object of findElements(document, 'OLEObject')) {
    if (object.attribs.ProgID?.startsWith('Equation')) {
      DomUtils.replaceElement(object, findElements([toRun('[formula]')], 't')[0] as XmlElement)
    }
  }
  const parts = new Map(getRelationships(entries, part).map(({ id, part: target }) => [id, target]))
  for (const drawing of findElements(document, 'drawing')) {
    const known = getDrawingText(entries, drawing, parts)
    const text = namesDrawings ? getDrawingName(drawing, known) : known
    if (text !== '') {
      DomUtils.replaceElement(drawing, findElements([toRun(` ${text} `)], 't')[0] as XmlElement)
    }
  }
  for (const run of findElements(document, 'r')) {
    if (isHidden(run, hidden)) {
      DomUtils.removeElement(run)
    }
  }
  for (const wrapper of findElements(document, 'fldSimple', 'hyperlink', 'bdo', 'dir', 'oMathPara').toReversed()) {
    for (const child of wrapper.children.slice()) {
      DomUtils.prepend(wrapper, child)
    }
    DomUtils.removeElement(wrapper)
  }
  return DomUtils.getOuterHTML(document, { xmlMode: true })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const getValue = (element: XmlElement): string | undefined =>
  Object.entries(element.attribs).find(([name]) => name.replace(/^.*:/, '') === 'val')?.[1]

const childrenOf = (element: XmlElement, ...names: string[]): XmlElement[] =>
  DomUtils.getChildren(element).filter((child): child is XmlElement => 'attribs' in child && names.includes(getLocalName(child)))

/** Returns whether properties of a run say that it is hidden; null when they do not say. */
function getVanish(element: XmlElement): boolean | null {
  const [vanish] = childrenOf(element, 'rPr').flatMap((properties) => childrenOf(properties, 'vanish'))
  return vanish ? !['0', 'false', 'off'].includes(getValue(vanish) ?? '') : null
}

/** Returns the ids of the styles whose text is hidden, with those that are based on them. */
function findHiddenStyles(xml: string): Set<string> {
  const styles = findElements(parseXml(xml), 'style').map((style) => ({
    id: Object.entries(style.attribs).find(([name]) => name.endsWith('styleId'))?.[1] ?? '',
    basedOn: childrenOf(style, 'basedOn').map(getValue)[0],
    vanish: getVanish(style),
  }))
  const hidden = new Set(styles.filter(({ vanish }) => vanish).map(({ id }) => id))
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size
    for (const { id, basedOn, vanish } of styles) {
      if (vanish === null && basedOn !== undefined && hidden.has(basedOn)) {
        hidden.add(id)
      }
    }
  }
  return hidden
}

function isHidden(run: XmlElement, hiddenStyles: ReadonlySet<string>): boolean {
  const own = getVanish(run)
  if (own !== null || hiddenStyles.size === 0) {
    return own ?? false
  }
  const paragraph = findParagraph(run)
  const styles = [
    ...childrenOf(run, 'rPr').flatMap((properties) => childrenOf(properties, 'rStyle')),
    ...(paragraph ? childrenOf(paragraph, 'pPr').flatMap((properties) => childrenOf(properties, 'pStyle')) : []),
  ]
  return styles.some((style) => hiddenStyles.has(getValue(style) ?? ''))
}

function findParagraph(run: XmlElement): XmlElement | null {
  const { parent } = run
  return parent === null || !('attribs' in parent) ? null : getLocalName(parent) === 'p' ? parent : findParagraph(parent)
}

/** Returns the texts of a diagram (SmartArt), or the title, names and values of a chart; '' for any other drawing. */
function getDrawingText(entries: Entries, drawing: XmlElement, parts: ReadonlyMap<string, string>): string {
  const read = ({ attribs }: XmlElement, id: string) => {
    const relation = Object.entries(attribs).find(([name]) => name.endsWith(`:${id}`))?.[1]
    return parseXml(getText(entries, parts.get(relation ?? '') ?? ''))
  }
  const diagrams = findElements([drawing], 'relIds').flatMap((diagram) =>
    findElements(read(diagram, 'dm'), 'pt').map((point) => joined(findElements([point], 't'), '')),
  )
  const charts = findElements([drawing], 'chart').flatMap((chart) => {
    const document = read(chart, 'id')
    return [joined(findElements(document, 't'), ' '), ...findElements(document, 'ser').map(getSeries)]
  })
  return [...diagrams, ...charts].filter((text) => text !== '').join('; ')
}

/** Returns the sentence in place of a drawing; '' if the converter shows it: a picture, or a box with text. */
function getDrawingName(drawing: XmlElement, text: string): string {
  const isChart = findElements([drawing], 'chart').length > 0
  if (text === '' && findElements([drawing], 'blip', 'txbxContent').length > 0) {
    return ''
  }
  return `[A ${isChart ? 'chart' : 'drawing'} is here in the file${text === '' ? '' : `: ${text}`}]`
}

/** Returns a row of a chart's numbers, such as "Nurses: 20 to 29 14, 30 to 39 6". */
function getSeries(series: XmlElement): string {
  const values = (...names: string[]) =>
    childrenOf(series, ...names)
      .flatMap((part) => findElements([part], 'v'))
      .map((value) => DomUtils.textContent(value))
  const names = values('cat', 'xVal')
  const points = values('val', 'yVal').map((value, at) => `${names[at] ?? ''} ${value}`.trim())
  return [values('tx').join(' '), points.join(', ')].filter((text) => text !== '').join(': ')
}

const joined = (elements: readonly XmlElement[], by: string) =>
  elements
    .map((element) => DomUtils.textContent(element))
    .join(by)
    .trim()
