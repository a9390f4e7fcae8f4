import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildProducts, OUTPUT_DIR as output } from './build.ts'
import { checkProducts } from './check.ts'
import { examFaults } from './checks/source-checks.ts'
import { openPdf, openWorkbook } from './checks/opened-file.ts'
import { shortTitle } from './blocks.ts'
import { writeEpub } from './epub.ts'
import { calculateFormulas } from './formulas.ts'
import { printWord, readPrinted } from './office.ts'
import type { Manifest } from './manifest.ts'
import { parseDocument } from './markdown.ts'
import { writePdf } from './pdf.ts'
import { KINDS, readProducts, useOf } from './product.ts'
import { titleLines } from './powerpoint.ts'
import { questionnaireDocument } from './questionnaire.ts'
import { parseDeck, slideFaults } from './slides.ts'
import { writeWord } from './word.ts'
import type { Workbook } from './workbook.ts'

let manifest: Manifest = { products: [] }

beforeAll(async () => {
  manifest = await buildProducts()
}, 900_000)

describe('built products', () => {
  test('pass every check', async () => {
    expect(await checkProducts(output)).toEqual([])
  })

  test('include each kind', () => {
    expect([...new Set(manifest.products.map(({ kind }) => kind))].toSorted()).toEqual([...KINDS].toSorted())
  })

  test('of each kind have the same bytes in a second build', async () => {
    const second = fs.mkdtempSync(path.join(os.tmpdir(), 'products-'))
    try {
      const first = KINDS.flatMap((kind) => manifest.products.find((product) => product.kind === kind) ?? [])
      expect(
        await buildProducts(
          first.map(({ slug }) => slug),
          second,
        ),
      ).toEqual({ products: first })
    } finally {
      fs.rmSync(second, { recursive: true, force: true })
    }
  })

  test('are built again after a killed build, which leaves no incomplete product', async () => {
    const second = fs.mkdtempSync(path.join(os.tmpdir(), 'products-'))
    try {
      const left = path.join(second, '.unfinished-hand-hygiene')
      fs.mkdirSync(left)
      fs.writeFileSync(path.join(left, 'hand-hygiene-slides.pptx'), 'half')
      const { products } = await buildProducts(['apa-7-reference-sheet'], second)
      expect(products.map(({ slug }) => slug)).toEqual(['apa-7-reference-sheet'])
      expect(fs.readdirSync(second).toSorted()).toEqual(['apa-7-reference-sheet', 'manifest.json'])
    } finally {
      fs.rmSync(second, { recursive: true, force: true })
    }
  })

  test('name functions of newer Excel versions as Excel files do', () => {
    const bytes = fs.readFileSync(path.join(output, 'sample-size-calculator/sample-size-calculator.xlsx'))
    const sheet = unzipSync(new Uint8Array(bytes))['xl/worksheets/sheet2.xml']
    expect(strFromU8(sheet ?? new Uint8Array())).toContain('<f>_xlfn.NORM.S.INV(')
  })

  test('store the result of each formula', () => {
    const bytes = fs.readFileSync(path.join(output, 'sample-size-calculator/sample-size-calculator.xlsx'))
    const workbook = openWorkbook(new Uint8Array(bytes))
    expect(workbook.formulas).toBeGreaterThan(25)
    expect(workbook.formulasWithoutResult).toBe(0)
  })
})

describe('questionnaireDocument', () => {
  test('explains how to code items with several or written answers', () => {
    const { blocks } = questionnaireDocument(
      {
        kicker: 'Questionnaire',
        about: 'About.',
        introduction: 'Dear respondent.',
        sections: [
          {
            title: 'Section A',
            instruction: '',
            type: 'choice',
            items: [
              { text: 'Sex', options: ['Female', 'Male'], several: false },
              { text: 'Reasons', options: ['Time', 'Soap'], several: true },
              { text: 'One change', options: ['Please write:'], several: false },
            ],
          },
        ],
        scoring: 'Scores.',
        validation: 'Steps.',
      },
      'Title',
      '',
    )
    expect(blocks).toContainEqual({
      type: 'paragraph',
      spans: [
        {
          text:
            'These items get no score. Code the answers in their order (1, 2, 3 and so on). ' +
            'In item 2, where several boxes may be ticked, enter each box as a variable of its own: ticked 1, not ticked 0. ' +
            'Sort the written answers to item 3 into groups and count them.',
        },
      ],
    })
  })
})

describe('parseDeck', () => {
  const notes = `Notes: ${'The presenter explains the slide. '.repeat(5)}`

  test('rejects a paragraph that a slide cannot show', () => {
    expect(() => parseDeck(`# Part\n\n## Title\n\nA paragraph.\n\n${notes}`, 'Deck')).toThrow('slide "Title" has a paragraph')
  })

  test('reports an item that does not fit', () => {
    expect(slideFaults(parseDeck(`## Title\n\n- ${'long '.repeat(30)}\n\n${notes}`, 'Deck'))).toEqual([
      'slide "Title": an item has more than 118 characters',
    ])
  })

  test('reports a slide with short notes', () => {
    expect(slideFaults(parseDeck('## Title\n\n- Item\n\nNotes: Short.', 'Deck'))).toEqual([
      'slide "Title": the notes have fewer than 120 characters',
    ])
  })
})

describe('writePdf', () => {
  test('gives empty rows the height of a line', async () => {
    const [product] = readProducts(['hiv-stigma'])
    if (!product) throw new Error('The product is missing')
    const table = `| A | B |\n|---|---|\n${'| | |\n'.repeat(40)}`
    const content = parseDocument(`---\ncover: false\n---\n# Budget\n\nTable: Budget\n\n${table}`, 'Title')
    expect((await openPdf(await writePdf(product, content))).pages).toHaveLength(2)
  })
})

describe('writeWord', () => {
  test('continues a numbered list after a box', async () => {
    const [product] = readProducts(['hiv-stigma'])
    if (!product) throw new Error('The product is missing')
    const content = parseDocument('---\ncover: false\n---\n1. One\n2. Two\n\n> Box\n\n3. Three\n', 'Title')
    const [page = ''] = (await readPrinted(await printWord(await writeWord(product, content)))).texts
    expect(page.match(/\d\. \w+/g)).toEqual(['1. One', '2. Two', '3. Three'])
  })
})

describe('writeEpub', () => {
  test('has a chapter for each heading of level 1, and says what a reader may do', () => {
    const [product] = readProducts(['hiv-stigma'])
    if (!product) throw new Error('The product is missing')
    const { blocks } = parseDocument('Before & after.\n\n# One\n\n1. First\n\n> Box\n\n2. Second\n\n# Two\n', 'Title')
    const files = unzipSync(writeEpub(product, [{ label: 'The kit', blocks }]))
    const text = (name: string) => strFromU8(files[`book/${name}`] ?? new Uint8Array())
    expect(text('nav.xhtml').match(/>[^<>]+<\/a>/g)).toEqual(['>The kit</a>', '>One</a>', '>Two</a>'])
    expect(text('part-1-chapter-1.xhtml')).toContain('<p>Before &amp; after.</p>')
    expect(text('part-1-chapter-2.xhtml')).toContain('<ol start="2"><li>Second</li></ol>')
    expect(text('title.xhtml')).toContain(useOf(product))
  })
})

describe('shortTitle', () => {
  test('cuts a long title at a word', () => {
    expect(shortTitle('Burnout, workload and support among hospital nurses', 30)).toBe('Burnout, workload and…')
    expect(shortTitle('Stroke')).toBe('Stroke')
  })
})

describe('titleLines', () => {
  test('counts the lines of a title on the first slide', () => {
    expect(titleLines('Hand hygiene')).toBe(1)
    expect(titleLines('Preventing pressure injuries on the ward and at home')).toBe(2)
    expect(titleLines('Preventing pressure injuries on the ward, at home and in the car on the way')).toBe(3)
  })
})

describe('parseDocument', () => {
  test('rejects HTML', () => {
    expect(() => parseDocument('<div>text</div>', 'Title')).toThrow('HTML is not part of the dialect')
  })

  test('numbers headings and tables, and leaves references without a number', () => {
    const { blocks } = parseDocument(
      '---\nnumbering: decimal\n---\n# One\n\n## Two\n\nTable: Data\n\n| A |\n|---|\n| 1 |\n\n# References\n',
      'Title',
    )
    expect(blocks.map((block) => ('number' in block ? block.number : ''))).toEqual(['1.', '1.1', 1, ''])
  })

  test('marks a place for literature', () => {
    const { blocks } = parseDocument('Stigma is common [cite: a survey; PubMed].', 'Title')
    expect(blocks[0]).toMatchObject({
      spans: [{ text: 'Stigma is common ' }, { text: '[cite: a survey; PubMed]', mark: true }, { text: '.' }],
    })
  })
})

describe('calculateFormulas', () => {
  /** Calculates formulas in column A beside the values of column B. */
  const calculate = (formulas: string[], data: (string | number | null)[] = []) =>
    calculateFormulas({
      names: [{ name: 'data', sheet: 'One', reference: `$B$1:$B$${Math.max(1, data.length)}` }],
      sheets: [
        {
          name: 'One',
          widths: [10, 10],
          landscape: false,
          freeze: 0,
          rows: Math.max(formulas.length, data.length),
          cells: [
            ...formulas.map((value, index) => ({
              row: index + 1,
              column: 1,
              kind: 'result' as const,
              value,
              format: 'number' as const,
            })),
            ...data.map((value, index) => ({
              row: index + 1,
              column: 2,
              kind: 'table cell' as const,
              value,
              format: 'number' as const,
            })),
          ],
        },
      ],
    })

  test('follows Excel in order of operators, blanks, ranges and text', () => {
    const results = calculate(
      [
        '=2+3*4^2%',
        '=IF(B4="","empty",1/0)',
        '=SUM(data)&" and "&COUNTIF(data,">=2")',
        "='One'!A1*10",
        '=ROUND(STDEV.S($B$1:B3),3)',
        '=COUNTIF(data,">=0")',
      ],
      [1, 2, 4, null],
    )
    expect([...results.values()]).toEqual([2 + 3 * 4 ** 0.02, 'empty', '7 and 2', (2 + 3 * 4 ** 0.02) * 10, 1.528, 3])
  })

  test.each([
    ['=1/0', '#DIV/0!'],
    ['=NO.SUCH(1)', '#NAME?'],
    ['="a"+1', '#VALUE!'],
    ['=A1+1', '#CYCLE!'],
  ])('names the error of %s', (formula, error) => {
    expect(() => calculate([formula])).toThrow(error)
  })

  test('names the cell whose formula fails', () => {
    const workbook: Workbook = {
      names: [],
      sheets: [
        {
          name: 'One',
          widths: [10],
          landscape: false,
          freeze: 0,
          rows: 1,
          cells: [{ row: 1, column: 1, kind: 'result', value: '=no_such_name', format: 'number' }],
        },
      ],
    }
    expect(() => calculateFormulas(workbook)).toThrow('One, row 1, column 1: #NAME? in =no_such_name')
  })
})

describe('examFaults', () => {
  const question = {
    topic: 'Topic',
    difficulty: 'recall' as const,
    options: ['a', 'b', 'c', 'the longest'],
    answer: 'D' as const,
    why: 'Because it is so.',
  }

  test('reports answers that a reader can guess', () => {
    const faults = examFaults({
      kicker: '',
      about: '',
      questions: Array.from({ length: 60 }, (_, index) => ({ ...question, stem: `Question ${index}` })),
    })
    expect(faults).toContain('D is the answer of 60 questions; 10 to 20 are allowed')
    expect(faults).toContain('the longest option is right in 60 questions; at most 20 are allowed')
  })
})
