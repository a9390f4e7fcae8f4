import mammoth from 'mammoth'
import { expect, test } from 'vitest'
import type { Topic } from '../topics/topic.ts'
import { writeOutline } from './outline.server.ts'

const topic: Topic = {
  title: 'Sleep of midwives & "night duty" in <two> hospitals',
  area: 'Midwifery',
  level: null,
  description: 'Eighty midwives keep a diary. An ethics committee approves.',
  sellingPoint: 'Few have asked.',
}

test('an outline is a Word file with the title, headings, sentences of the directory and marked places', async () => {
  const file = await writeOutline(topic, { programme: 'ND', place: 'Jos' })
  expect(file.byteLength).toBeLessThan(30_000)
  const { value: html } = await mammoth.convertToHtml({ buffer: Buffer.from(file) })
  expect(html).toContain('SLEEP OF MIDWIVES &amp; "NIGHT DUTY" IN &lt;TWO&gt; HOSPITALS')
  expect(html).toContain('<h1>Chapter three: Methodology</h1>')
  expect(html).toContain('Eighty midwives keep a diary.')
  expect(html).toContain('[Fill in: the facility in Jos')
})
