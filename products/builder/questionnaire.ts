// Reads questionnaire.yaml and lays out the instrument, its scoring key and the notes on use and validation.
import * as v from 'valibot'
import type { Block, DocumentContent, Spans } from './blocks.ts'
import { parseMarkdown, parseSpans } from './markdown.ts'
import { parseYaml } from './product.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
const sectionBase = { title: text, instruction: v.optional(v.string(), '') }
const sectionSchema = v.variant('type', [
  v.strictObject({
    ...sectionBase,
    type: v.literal('choice'),
    items: v.array(v.strictObject({ text, options: v.array(text), several: v.optional(v.boolean(), false) })),
  }),
  v.strictObject({
    ...sectionBase,
    type: v.literal('knowledge'),
    items: v.array(v.strictObject({ text, answer: v.picklist(['True', 'False']), why: text })),
  }),
  v.strictObject({
    ...sectionBase,
    type: v.literal('scale'),
    /** From the lowest to the highest score. */
    scale: v.pipe(v.array(text), v.minLength(3), v.maxLength(5)),
    lowest: v.optional(v.number(), 1),
    items: v.array(v.strictObject({ text, reversed: v.optional(v.boolean(), false) })),
  }),
])
const questionnaireSchema = v.strictObject({
  kicker: v.optional(text, 'Questionnaire'),
  /** Markdown: what it measures and how to use it. */
  about: text,
  /** Markdown: what the respondent reads first. */
  introduction: text,
  sections: v.pipe(v.array(sectionSchema), v.minLength(2)),
  /** Markdown after the scoring key, which the build makes. */
  scoring: text,
  validation: text,
})
export type Questionnaire = v.InferOutput<typeof questionnaireSchema>
type Section = Questionnaire['sections'][number]

export const readQuestionnaire = (file: string): Questionnaire => parseYaml(questionnaireSchema, file)

const BOX = '☐'
const heading = (level: 1 | 2, value: string): Block => ({ type: 'heading', level, text: value, number: '' })
const plain = (value: string): Spans => [{ text: value }]

/** Lays out the whole pack, or only the "instrument" that respondents receive. */
export function questionnaireDocument(source: Questionnaire, title: string, part: string): DocumentContent {
  const numbered = numberItems(source.sections)
  const instrument: Block[] = [
    ...(part === 'instrument' ? [] : [{ type: 'page break' } as const, heading(1, 'The questionnaire')]),
    ...parseMarkdown(source.introduction),
    ...numbered.flatMap(({ section, first }) => sectionBlocks(section, first)),
  ]
  const guide: Block[] = [
    { type: 'page break' },
    heading(1, 'Scoring'),
    ...numbered.flatMap(({ section, first }) => scoringBlocks(section, first)),
    ...parseMarkdown(source.scoring),
    heading(1, 'Validity and reliability'),
    ...parseMarkdown(source.validation),
  ]
  return {
    kicker: part === 'instrument' ? 'Questionnaire' : source.kicker,
    title,
    subtitle: part === 'instrument' ? 'Please do not write your name on this form.' : '',
    look: 'guide',
    cover: part !== 'instrument',
    blocks:
      part === 'instrument'
        ? instrument
        : [heading(1, 'About this questionnaire'), ...parseMarkdown(source.about), ...instrument, ...guide],
  }
}

function numberItems(sections: Section[]): { section: Section; first: number }[] {
  let next = 1
  return sections.map((section) => {
    const first = next
    next += section.items.length
    return { section, first }
  })
}

function sectionBlocks(section: Section, first: number): Block[] {
  const head: Block[] = [heading(2, section.title), ...(section.instruction ? parseMarkdown(section.instruction) : [])]
  switch (section.type) {
    case 'choice':
      return [
        ...head,
        itemTable(
          ['No.', 'Question', 'Answer'],
          [0.8, 5, 6],
          section.items.map((item, index) => [
            plain(String(first + index)),
            [...parseSpans(item.text), ...(item.several ? [{ text: ' (Tick all that apply.)', italic: true }] : [])],
            plain(
              item.options.map((option) => (option.endsWith(':') ? `${option} ____________` : `${BOX} ${option}`)).join('\n'),
            ),
          ]),
        ),
      ]
    case 'knowledge':
      return [...head, tickTable(['True', 'False', 'I do not know'], section.items, first)]
    default:
      return [...head, tickTable(section.scale, section.items, first)]
  }
}

const tickTable = (answers: string[], items: { text: string }[], first: number): Block =>
  itemTable(
    ['No.', 'Statement', ...answers],
    [0.8, 6.2 - answers.length * 0.35, ...answers.map(() => 1.45)],
    items.map(({ text: item }, index) => [plain(String(first + index)), parseSpans(item), ...answers.map(() => plain(BOX))]),
  )

const itemTable = (header: string[], widths: number[], rows: Spans[][]): Block => ({
  type: 'table',
  number: 0,
  caption: '',
  header: header.map(plain),
  rows,
  widths,
  wide: false,
})

function scoringBlocks(section: Section, first: number): Block[] {
  const last = first + section.items.length - 1
  const title = heading(2, `${section.title}: items ${first} to ${last}`)
  if (section.type === 'choice') {
    return [title, { type: 'paragraph', spans: plain(choiceScoring(section.items, first)) }]
  }
  if (section.type === 'knowledge') {
    return [
      title,
      {
        type: 'paragraph',
        spans: plain(
          `One point for each right answer; no point for a wrong answer or “I do not know”. The score is from 0 to ${section.items.length}.`,
        ),
      },
      itemTable(
        ['No.', 'Right answer', 'Reason'],
        [0.8, 1.8, 9],
        section.items.map((item, offset) => [
          plain(String(first + offset)),
          [{ text: item.answer, bold: true }],
          parseSpans(item.why),
        ]),
      ),
    ]
  }
  const highest = section.lowest + section.scale.length - 1
  const reversed = section.items.flatMap((item, offset) => (item.reversed ? [first + offset] : []))
  return [
    title,
    {
      type: 'paragraph',
      spans: plain(
        `Score each answer from ${section.lowest} (${section.scale[0]}) to ${highest} (${section.scale.at(-1)}).` +
          (reversed.length > 0
            ? ` Items ${reversed.join(', ')} are worded in the opposite direction: reverse them (${section.lowest + highest} minus the score) first.`
            : '') +
          ` The total is from ${section.items.length * section.lowest} to ${section.items.length * highest}, the mean from ${section.lowest} to ${highest}.`,
      ),
    },
  ]
}

/** Explains how to code the answers, with one variable for each box where several boxes may be ticked. */
function choiceScoring(items: { options: string[]; several: boolean }[], first: number): string {
  const isOpen = ({ options }: { options: string[] }) => options.length === 1 && options[0]?.endsWith(':')
  const numbers = (matches: (item: { options: string[]; several: boolean }) => boolean | undefined) =>
    items.flatMap((item, offset) => (matches(item) ? [first + offset] : []))
  const several = numbers((item) => item.several)
  const open = numbers(isOpen)
  const list = (values: number[]) => `${values.length === 1 ? 'item' : 'items'} ${values.join(', ')}`
  return [
    'These items get no score.',
    'Code the answers in their order (1, 2, 3 and so on).',
    ...(several.length > 0
      ? [
          `In ${list(several)}, where several boxes may be ticked, enter each box as a variable of its own: ticked 1, not ticked 0.`,
        ]
      : []),
    ...(open.length > 0 ? [`Sort the written answers to ${list(open)} into groups and count them.`] : []),
  ].join(' ')
}
