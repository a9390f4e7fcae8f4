// Reads questions.yaml and lays the questions and the explained answers out as a document.
import * as v from 'valibot'
import type { Block, DocumentContent } from './blocks.ts'
import { parseMarkdown, parseSpans } from './markdown.ts'
import { parseYaml } from './product.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))
export const LETTERS = ['A', 'B', 'C', 'D'] as const
export const DIFFICULTIES = ['recall', 'understanding', 'application'] as const

const examSchema = v.strictObject({
  kicker: v.optional(text, 'Exam practice'),
  /** Markdown: how to use the pack. */
  about: text,
  questions: v.array(
    v.strictObject({
      topic: text,
      difficulty: v.picklist(DIFFICULTIES),
      stem: text,
      options: v.pipe(v.array(text), v.length(4, 'has four options')),
      answer: v.picklist(LETTERS),
      why: v.pipe(text, v.minLength(60, 'explains the answer in at least 60 characters')),
    }),
  ),
})
export type Exam = v.InferOutput<typeof examSchema>

export const readExam = (file: string): Exam => parseYaml(examSchema, file)

/** Lays out the whole pack, or only its "questions" or "answers". */
export function examDocument(exam: Exam, title: string, part: string): DocumentContent {
  const topics = [...new Set(exam.questions.map(({ topic }) => topic))]
  const ordered = topics.flatMap((topic) => exam.questions.filter((question) => question.topic === topic))
  const heading = (level: 1 | 2, value: string): Block => ({ type: 'heading', level, text: value, number: '' })
  const byTopic = (getBlocks: (question: Exam['questions'][number], number: number) => Block[]) =>
    topics.flatMap((topic) => [
      heading(2, topic),
      ...ordered.flatMap((question, index) => (question.topic === topic ? getBlocks(question, index + 1) : [])),
    ])
  const questions: Block[] = [
    heading(1, 'Questions'),
    ...byTopic(({ stem, options }, number) => [
      { type: 'question', number, stem: parseSpans(stem), options: options.map((option) => parseSpans(option)) },
    ]),
  ]
  const answers: Block[] = [
    { type: 'page break' },
    heading(1, 'Answers with explanations'),
    ...byTopic(({ options, answer, difficulty, why }, number) => [
      {
        type: 'paragraph',
        spans: [
          { text: `${number}.  ${answer}  `, bold: true },
          ...parseSpans(options[LETTERS.indexOf(answer)] ?? '').map((span) => ({ ...span, bold: true })),
          { text: `  (${difficulty})`, italic: true },
          { text: '\n' },
          ...parseSpans(why),
        ],
      },
    ]),
  ]
  return {
    kicker: exam.kicker,
    title,
    subtitle: '',
    look: 'guide',
    cover: true,
    blocks: [
      ...(part === 'answers' ? [] : [...parseMarkdown(exam.about), ...questions]),
      ...(part === 'questions' ? [] : answers),
    ],
  }
}
