// Styles and numbering of every Word file. "guide" looks like our PDFs; "report" is the format that schools require.
import { AlignmentType, BorderStyle, LevelFormat, ShadingType, type INumberingOptions, type IStylesOptions } from 'docx'
import type { DocumentContent } from './blocks.ts'
import { palette } from './palette.ts'

export type Look = DocumentContent['look']

/** Text width of a portrait A4 page with these margins, in twentieths of a point. */
export const WORD_PAGE = { width: 11906, height: 16838, margin: 1304 } as const

const LOOKS = {
  guide: { font: 'Calibri', headings: 'Cambria', size: 22, line: 280, after: 110, teal: palette.teal, ink: palette.ink },
  report: {
    font: 'Times New Roman',
    headings: 'Times New Roman',
    size: 24,
    line: 360,
    after: 120,
    teal: '000000',
    ink: '000000',
  },
} as const

export function wordStyles(look: Look): IStylesOptions {
  const { font, headings, size, line, after, teal, ink } = LOOKS[look]
  const heading = (level: 1 | 2 | 3, points: number, before: number, colour: string) => ({
    run: { font: headings, size: points * 2, bold: true, color: colour },
    paragraph: {
      spacing: { before, after: 120, line: 264, lineRule: 'auto' as const },
      keepNext: true,
      keepLines: true,
      // For the list of headings beside the text in Word, and the bookmarks of a PDF made from it.
      outlineLevel: level - 1,
    },
  })
  return {
    default: {
      document: {
        run: { font, size, color: ink, language: { value: 'en-GB' } },
        paragraph: { spacing: { line, after, lineRule: 'auto' } },
      },
      heading1: look === 'report' ? heading(1, 14, 240, teal) : heading(1, 20, 360, teal),
      heading2: look === 'report' ? heading(2, 12, 240, ink) : heading(2, 14, 260, ink),
      heading3: look === 'report' ? heading(3, 12, 200, ink) : heading(3, 12, 200, teal),
    },
    paragraphStyles: [
      style(
        'Caption',
        { size: 20, bold: true, color: teal },
        { spacing: { before: 160, after: 80, line: 240, lineRule: 'auto' as const }, keepNext: true },
      ),
      style(
        'Cell',
        { size: look === 'report' ? 20 : 19 },
        { spacing: { before: 30, after: 30, line: 250, lineRule: 'auto' as const } },
      ),
      style(
        'Cover Title',
        { font: headings, size: 60, bold: true, color: teal },
        { spacing: { before: 0, after: 240, line: 264, lineRule: 'auto' as const } },
      ),
      style(
        'Cover Kicker',
        { size: 22, bold: true, color: palette.amber, characterSpacing: 30 },
        { spacing: { before: 3200, after: 160 } },
      ),
      style('Cover Line', { size: 24, color: palette.soft }, { spacing: { after: 100 } }),
      contentsLine(1),
      contentsLine(2),
      contentsLine(3),
      style('Contents Title', { font: headings, size: 32, bold: true, color: teal }, { spacing: { after: 200 } }),
      style(
        'Guidance',
        { size: 21, color: palette.teal },
        {
          spacing: { before: 0, after: 60, line: 264, lineRule: 'auto' as const },
          indent: { left: 200 },
          border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: palette.teal } },
          shading: { type: ShadingType.CLEAR, fill: palette.mist, color: 'auto' },
        },
      ),
      style('Small', { size: 17, color: palette.soft }, { spacing: { after: 0, line: 240, lineRule: 'auto' as const } }),
    ],
  }
}

/** The style that Word gives the lines of a table of contents. */
const contentsLine = (level: number) => ({
  ...style(
    `toc ${level}`,
    { size: 20 },
    { spacing: { before: 0, after: 40, line: 240, lineRule: 'auto' as const }, indent: { left: (level - 1) * 240 } },
  ),
  id: `TOC${level}`,
})

const style = (name: string, run: object, paragraph: object) => ({
  id: name.replaceAll(' ', ''),
  name,
  basedOn: 'Normal',
  next: 'Normal',
  run,
  paragraph,
})

const indent = (level: number) => ({ paragraph: { indent: { left: 400 + level * 360, hanging: 360 }, spacing: { after: 60 } } })

/** Returns the numbering. Word numbers the headings, so a student who adds a section gets the next number. */
/** Returns the name of the numbering of lists that begin with this number. */
export const stepsFrom = (start: number) => `steps-from-${start}`

/** @param starts the first numbers of numbered lists; a list continues another one after a table, box or paragraph. */
export function wordNumbering(starts: readonly number[]): INumberingOptions {
  const headings = (first: {
    format: (typeof LevelFormat)[keyof typeof LevelFormat]
    text: string
    suffix?: 'space' | 'nothing'
  }) => [
    { level: 0, alignment: AlignmentType.LEFT, ...first, style: { paragraph: { indent: { left: 0, hanging: 0 } } } },
    ...[1, 2].map((level) => ({
      level,
      format: LevelFormat.DECIMAL,
      text: level === 1 ? '%1.%2' : '%1.%2.%3',
      isLegalNumberingStyle: true,
      suffix: 'space' as const,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: { left: 0, hanging: 0 } } },
    })),
  ]
  return {
    config: [
      { reference: 'decimal', levels: headings({ format: LevelFormat.DECIMAL, text: '%1.', suffix: 'space' }) },
      { reference: 'chapters', levels: headings({ format: LevelFormat.DECIMAL, text: '', suffix: 'nothing' }) },
      {
        reference: 'bullets',
        levels: [0, 1, 2].map((level) => ({
          level,
          format: LevelFormat.BULLET,
          text: level % 2 === 0 ? '•' : '–',
          alignment: AlignmentType.LEFT,
          style: indent(level),
        })),
      },
      ...[...new Set(starts)].map((start) => ({
        reference: stepsFrom(start),
        levels: [0, 1, 2].map((level) => ({
          level,
          start: level === 0 ? start : 1,
          format: level === 1 ? LevelFormat.LOWER_LETTER : LevelFormat.DECIMAL,
          text: level === 1 ? '(%2)' : `%${level + 1}.`,
          alignment: AlignmentType.LEFT,
          style: indent(level),
        })),
      })),
    ],
  }
}
