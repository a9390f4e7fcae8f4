import { AlignmentType, Document, HeadingLevel, Packer, PageBreak, Paragraph, TextRun } from 'docx'
import type { Topic } from '../topics/topic.ts'
import { type Block, getNotes, getOutline } from './outline.ts'
import type { FinderQuery } from './schema.ts'

const FONT = 'Times New Roman'

/** Returns a topic's outline as a Word file. */
export async function writeOutline(topic: Topic, choices: Pick<FinderQuery, 'programme' | 'place'>): Promise<ArrayBuffer> {
  const { title } = topic
  const document = new Document({
    title,
    creator: 'Lamplight',
    styles: {
      default: {
        document: { run: { font: FONT, size: 24 }, paragraph: { spacing: { line: 360, after: 120 } } },
        heading1: {
          run: { font: FONT, size: 28, bold: true, color: '000000' },
          paragraph: { spacing: { before: 360, after: 120 } },
        },
        heading2: {
          run: { font: FONT, size: 24, bold: true, color: '000000' },
          paragraph: { spacing: { before: 240, after: 120 } },
        },
      },
    },
    sections: [
      {
        children: [
          ...getNotes(topic, choices).map(
            (text) => new Paragraph({ children: [new TextRun({ text, size: 20, color: '555555' })] }),
          ),
          centred(title.toUpperCase(), 1200),
          centred('BY', 400),
          marked('your name and registration number', AlignmentType.CENTER),
          marked('department, faculty, institution, degree or diploma', AlignmentType.CENTER),
          marked('month and year', AlignmentType.CENTER),
          new Paragraph({ children: [new PageBreak()] }),
          ...getOutline(topic, choices).map(getParagraph),
        ],
      },
    ],
  })
  const bytes = await Packer.toBuffer(document)
  return new Uint8Array(bytes).buffer
}

const centred = (text: string, before: number) =>
  new Paragraph({ alignment: AlignmentType.CENTER, spacing: { before }, children: [new TextRun({ text, bold: true })] })

/** Returns a place to fill in, marked as with a yellow pen. */
const marked = (text: string, alignment?: (typeof AlignmentType)[keyof typeof AlignmentType]) =>
  new Paragraph({ alignment, children: [new TextRun({ text: `[Fill in: ${text}]`, highlight: 'yellow' })] })

function getParagraph({ kind, text }: Block): Paragraph {
  if (kind === 'fill') {
    return marked(text)
  }
  if (kind === 'quote') {
    return new Paragraph({ indent: { left: 480 }, children: [new TextRun({ text, italics: true })] })
  }
  return kind === 'text'
    ? new Paragraph(text)
    : new Paragraph({ text, heading: kind === 'chapter' ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 })
}
