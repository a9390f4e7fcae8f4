import * as fc from 'fast-check'
import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { labelTables } from './label-tables.server.ts'

const cell = fc.record({
  tag: fc.constantFrom('td', 'th'),
  text: fc.stringMatching(/^[a-z0-9 <>"&ß]{0,70}$/),
  isBold: fc.boolean(),
  span: fc.constantFrom('', '', '', ' colspan="2"', ' rowspan="2"', ' colspan="x"', ' colspan="99999999999"'),
})
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const row = fc
  .array(cell, { minLength: 1, maxLength: 7 })
  .map(
    (cells) =>
      `<tr>${cells.map(({ tag, text, isBold, span }) => `<${tag}${span}><p>${isBold ? `<strong>${escape(text)}</strong>` : escape(text)}</p></${tag}>`).join('')}</tr>`,
  )
const table = fc
  .record({ head: fc.array(row, { maxLength: 2 }), body: fc.array(row, { maxLength: 6 }), hasGroups: fc.boolean() })
  .map(({ head, body, hasGroups }) =>
    hasGroups
      ? `<table><thead>${head.join('')}</thead><tbody>${body.join('')}</tbody></table>`
      : `<table>${head.join('')}${body.join('')}</table>`,
  )

const getTexts = (html: string) =>
  DomUtils.getElementsByTagName((name) => name === 'td' || name === 'th', parseDocument(html)).map((element) =>
    DomUtils.textContent(element),
  )
const head = '<thead><tr><th>Day</th><th>Need</th><th>Care</th><th></th></tr></thead>'

describe('labelTables', () => {
  it('loses no cell of any table and leaves a labelled table as it is', () => {
    fc.assert(
      fc.property(fc.array(table, { minLength: 1, maxLength: 3 }), (tables) => {
        const html = `<p>Before</p>${tables.join('<p>Between</p>')}`
        const labelled = labelTables(html)
        expect(getTexts(labelled)).toEqual(getTexts(html))
        expect(labelTables(labelled)).toBe(labelled)
      }),
      { numRuns: 300 },
    )
  })

  it('leads each cell with the heading of its column and keeps the roles of a table', () => {
    expect(labelTables(`<table>${head}<tbody><tr><th>1</th><td>Rest</td><td>Quiet</td><td>x</td></tr></tbody></table>`)).toBe(
      '<table class="blocks" role="table"><thead role="rowgroup"><tr role="row">' +
        '<th role="columnheader">Day</th><th role="columnheader">Need</th><th role="columnheader">Care</th><th role="columnheader"></th>' +
        '</tr></thead><tbody role="rowgroup"><tr role="row"><th role="rowheader" data-label="Day">1</th>' +
        '<td role="cell" data-label="Need">Rest</td><td role="cell" data-label="Care">Quiet</td><td role="cell">x</td></tr></tbody></table>',
    )
  })

  it.each([
    ['a first row in bold', '<tr>{<td><p><strong>Age</strong></p></td>}</tr><tr>{<td>1</td>}</tr>', 'blocks'],
    ['a first row of headings', '<tbody><tr>{<th>Age</th>}</tr><tr>{<td>1</td>}</tr></tbody>', 'blocks'],
    ['no row of headings', '<tr>{<td>1</td>}</tr><tr>{<td>2</td>}</tr>', 'wide'],
    ['two rows of headings', '<thead><tr>{<th>Age</th>}</tr><tr>{<th>Sex</th>}</tr></thead><tr>{<td>1</td>}</tr>', 'wide'],
    ['a cell over two rows', `${head}<tr>{<td rowspan="2">1</td>}</tr><tr><td>1</td></tr>`, 'wide'],
    ['a heading over two columns', '<thead><tr>{<th colspan="2">Age</th>}</tr></thead><tr>{<td>1</td>}</tr>', 'wide'],
    ['a row that is longer than its head', `${head}<tr>{<td>1</td>}<td>5</td></tr>`, 'wide'],
    ['a heading of a line', `<thead><tr>{<th>${'long '.repeat(13)}</th>}</tr></thead><tr>{<td>1</td>}</tr>`, 'wide'],
  ])('makes of a table with %s: %s', (_what, rows, expected) => {
    const html = labelTables(`<table>${rows.replaceAll(/\{(.*?)\}/g, (_all, one: string) => one.repeat(4))}</table>`)
    expect(/<table class="(\w+)"/.exec(html)?.[1]).toBe(expected)
  })

  it('leaves a table of three columns alone', () => {
    const html = '<table><tr><td>1</td><td>2</td><td>3</td></tr></table>'
    expect(labelTables(html)).toBe(html)
  })

  it('repeats no heading in a cell of the whole width', () => {
    expect(labelTables(`<table>${head}<tbody><tr><td colspan="4">Morning</td></tr></tbody></table>`)).toContain(
      '<td colspan="4" role="cell">Morning</td>',
    )
  })
})
