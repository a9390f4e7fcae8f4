// The cover page of a PDF, and the title block of a short one.
import type { Content } from 'pdfmake/interfaces.d.ts'
import type { DocumentContent } from './blocks.ts'
import { lampSvg } from './lamp.ts'
import { palette } from './palette.ts'
import { PAGE } from './pdf-theme.ts'
import { formatDate, originOf, type Product, useOf } from './product.ts'

const SPINE = 22
const colour = (name: keyof typeof palette) => `#${palette[name]}`

export const coverBackground = (): Content => ({
  canvas: [
    { type: 'rect', x: 0, y: 0, w: PAGE.width, h: PAGE.height, color: colour('teal') },
    { type: 'rect', x: 0, y: 0, w: SPINE, h: PAGE.height, color: colour('night') },
    { type: 'rect', x: SPINE, y: 0, w: 2, h: PAGE.height, color: colour('glow') },
  ],
})

export function coverPage(product: Product, content: DocumentContent): Content[] {
  return [
    { svg: lampSvg(palette.glow), width: 46, margin: [0, 10, 0, 50] },
    {
      text: content.kicker.toUpperCase(),
      color: colour('glow'),
      bold: true,
      fontSize: 11,
      characterSpacing: 1.6,
      margin: [0, 0, 0, 12],
    },
    {
      text: content.title,
      font: 'Serif',
      bold: true,
      fontSize: 34,
      lineHeight: 1.12,
      color: colour('foil'),
      margin: [0, 0, 60, 16],
    },
    { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 90, y2: 0, lineWidth: 2, lineColor: colour('glow') }], margin: [0, 0, 0, 16] },
    {
      text: content.subtitle || product.summary.join(' '),
      color: colour('foil'),
      fontSize: 13,
      lineHeight: 1.4,
      margin: [0, 0, 80, 60],
    },
    { text: product.subject_area, color: colour('foil'), bold: true, fontSize: 11 },
    { text: product.level, color: colour('foil'), fontSize: 11, margin: [0, 2, 0, 0] },
    {
      text: `Lamplight, ${formatDate(product.updated)}`,
      color: colour('foil'),
      fontSize: 11,
      margin: [0, 2, 0, 16],
    },
    {
      text: `${originOf(product)} ${useOf(product)}`,
      color: colour('foil'),
      fontSize: 10,
      lineHeight: 1.3,
      margin: [0, 0, 80, 0],
      pageBreak: 'after',
    },
  ]
}

export function titleBlock(product: Product, content: DocumentContent): Content {
  return {
    margin: [0, -14, 0, 16],
    table: {
      widths: ['*', 'auto'],
      body: [
        [
          {
            fillColor: colour('teal'),
            margin: [14, 14, 0, 14],
            stack: [
              {
                text: content.kicker.toUpperCase(),
                color: colour('glow'),
                bold: true,
                fontSize: 9,
                characterSpacing: 1.4,
                margin: [0, 0, 0, 4],
              },
              { text: content.title, font: 'Serif', bold: true, fontSize: 23, lineHeight: 1.12, color: colour('foil') },
              { text: content.subtitle || product.summary[0] || '', color: colour('foil'), fontSize: 10.5, margin: [0, 5, 0, 0] },
            ],
          },
          { fillColor: colour('teal'), svg: lampSvg(palette.glow), width: 34, margin: [6, 16, 14, 0] },
        ],
      ],
    },
    layout: 'noBorders',
  }
}
