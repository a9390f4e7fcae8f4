import { expect, test } from 'vitest'
import { fitColumns } from './column-widths.ts'
import { parseMarkdown } from './markdown.ts'

const getWidths = (header: string, widths: string) => {
  const line = header.replaceAll(/[^|]+/g, '---')
  const [table] = fitColumns(parseMarkdown(`Table: T {${widths}}\n\n${header}\n${line}\n`))
  return table?.type === 'table' ? table.widths : []
}

test('columns that hold their words stay as they are', () => {
  expect(getWidths('| No. | Question | Answer |', '1 4 4')).toEqual([1, 4, 4])
})

test('a narrow column is widened to its longest word at the cost of the others', () => {
  const [objective = 0, ...others] = getWidths('| Objective | Variable | Test |', '1 9 9')
  expect(objective).toBeGreaterThan(50)
  expect(others[0]).toBe(others[1])
  expect(objective + others.reduce((sum, width) => sum + width, 0)).toBeCloseTo(465, -1)
})

test('a table whose words are wider than a page is rejected', () => {
  expect(() => getWidths(`| ${'m'.repeat(60)} | ${'n'.repeat(60)} |`, '1 1')).toThrow('wider than a page')
})
