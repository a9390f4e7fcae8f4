import { DomUtils, parseDocument } from 'htmlparser2'

type XmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** A table with fewer columns fits a phone. */
const MIN_COLUMNS = 4
/** A longer heading fills the block that it leads. */
const MAX_LABEL_CHARS = 60

const childrenOf = (element: XmlElement, ...names: string[]): XmlElement[] =>
  DomUtils.getChildren(element).filter((child): child is XmlElement => 'attribs' in child && names.includes(child.name))

const cellsOf = (row: XmlElement) => childrenOf(row, 'td', 'th')
const rowsOf = (group: XmlElement) => childrenOf(group, 'tr')
const spanOf = ({ attribs }: XmlElement) => Math.max(1, Number(attribs.colspan ?? 1) || 1)
const widthOf = (row: XmlElement) => cellsOf(row).reduce((sum, cell) => sum + spanOf(cell), 0)
const textOf = (cell: XmlElement) => DomUtils.textContent(cell).replaceAll(/\s+/g, ' ').trim()

/**
 * Prepares tables of four or more columns for a phone. Each cell of a table with a row of headings gets its heading as
 * `data-label`, the class `blocks` and the roles that styles take from it. A table without one gets the class `wide`.
 */
export function labelTables(html: string): string {
  if (!html.includes('<table')) {
    return html
  }
  const document = parseDocument(html)
  for (const table of DomUtils.getElementsByTagName('table', document)) {
    prepareTable(table)
  }
  return DomUtils.getOuterHTML(document, { encodeEntities: 'utf8' })
}

function prepareTable(table: XmlElement): void {
  addHead(table)
  const groups = childrenOf(table, 'thead', 'tbody', 'tfoot')
  const rows = [...rowsOf(table), ...groups.flatMap(rowsOf)]
  if (Math.max(0, ...rows.map(widthOf)) < MIN_COLUMNS) {
    return
  }
  const labels = getLabels(table, rows)
  table.attribs.class = labels === null ? 'wide' : 'blocks'
  if (labels === null) {
    return
  }
  table.attribs.role = 'table'
  for (const group of groups) {
    group.attribs.role = 'rowgroup'
  }
  for (const row of rows) {
    row.attribs.role = 'row'
    const isHead = row.parent !== null && 'name' in row.parent && row.parent.name === 'thead'
    let column = 0
    for (const cell of cellsOf(row)) {
      const label = labels[column] ?? ''
      const isWhole = spanOf(cell) >= labels.length
      column += spanOf(cell)
      cell.attribs.role = isHead ? 'columnheader' : cell.name === 'th' ? 'rowheader' : 'cell'
      if (!isHead && !isWhole && label !== '') {
        cell.attribs['data-label'] = label
      }
    }
  }
}

/** Makes the first row a head if all its cells are headings or bold: many Word documents state no head. */
function addHead(table: XmlElement): void {
  const [group] = childrenOf(table, 'tbody')
  const [first, second] = rowsOf(group ?? table)
  if (!first || !second || childrenOf(table, 'thead').length > 0 || !cellsOf(first).every(isHeading)) {
    return
  }
  for (const cell of cellsOf(first)) {
    cell.name = 'th'
    cell.attribs.scope = 'col'
  }
  const [head] = parseDocument('<thead></thead>').children as XmlElement[]
  if (head) {
    DomUtils.prepend(group ?? first, head)
    DomUtils.removeElement(first)
    DomUtils.appendChild(head, first)
  }
}

const isHeading = (cell: XmlElement) =>
  cell.name === 'th' ||
  (textOf(cell) !== '' &&
    textOf(cell) ===
      DomUtils.getElementsByTagName('strong', cell)
        .map((bold) => textOf(bold))
        .join(' '))

/** Returns the headings by column; null if they do not name each column of each row. */
function getLabels(table: XmlElement, rows: readonly XmlElement[]): string[] | null {
  const [head, ...more] = childrenOf(table, 'thead').flatMap(rowsOf)
  const hasRowSpans = rows.flatMap(cellsOf).some(({ attribs }) => Number(attribs.rowspan ?? 1) > 1)
  const isNested = DomUtils.findOne(isTable, table.children) !== null
  // A heading over several columns does not tell them apart.
  if (!head || more.length > 0 || hasRowSpans || isNested || cellsOf(head).some((cell) => spanOf(cell) > 1)) {
    return null
  }
  const labels = cellsOf(head).map(textOf)
  return labels.every(({ length }) => length <= MAX_LABEL_CHARS) && rows.every((row) => widthOf(row) <= labels.length)
    ? labels
    : null
}

const isTable = ({ name }: XmlElement) => name === 'table'
