import { describe, expect, test } from 'vitest'
import { getDirectory } from '../topics/queries.server.ts'
import type { Topic } from '../topics/topic.ts'
import { getNotes, getOutline, getOutlineExample } from './outline.ts'
import { parseFinderQuery } from './schema.ts'
import { pickExample, suggestTopics } from './suggest.ts'
import { getPlan, getProgrammes, getState } from './topic-facts.ts'

const topic = (title: string, description = 'The study suits HND students.', area = 'Midwifery', programmes = ['hnd']): Topic => {
  const row = { topic: title, description, unique_selling_point: 'It matters.', subject_area: area, programmes }
  return getDirectory([row]).topics[0] as Topic
}
const query = (parameters: Record<string, string>) => parseFinderQuery(new URLSearchParams(parameters))

const partograph = topic(
  'Use of the partograph by midwives in Kano State',
  'Audit 120 labour records with a checklist of dilatation. The ethics committee approves, and midwives consent. HND or BNSc students compare shifts with chi-square.',
  'Midwifery',
  ['hnd', 'bnsc'],
)

test('facts of a topic come from its texts', () => {
  expect(getProgrammes(partograph)).toEqual(['HND', 'BNSc'])
  expect(getState(partograph)).toBe('Kano State')
  expect(getState(topic('Sleep of nurses in Akwa Ibom State'))).toBe('Akwa Ibom State')
  expect(getState(topic('Sleep of nurses'))).toBeNull()
  expect(getPlan(partograph)).toEqual({
    data: ['Audit 120 labour records with a checklist of dilatation.'],
    ethics: ['The ethics committee approves, and midwives consent.'],
    analysis: ['HND or BNSc students compare shifts with chi-square.'],
  })
})

describe('the example', () => {
  test('is the shortest topic with an area, a programme, a State and a plan', () => {
    const longer = topic(`${partograph.title} and elsewhere`, partograph.description ?? '', 'Midwifery', ['hnd', 'bnsc'])
    const placeless = topic('Sleep of nurses', 'Ask 50 nurses. The study suits HND students.')
    expect(pickExample([longer, placeless, partograph])).toEqual({
      topic: partograph,
      reasons: ['For HND or BNSc', 'In Kano State'],
    })
    expect(pickExample([placeless])).toBeNull()
  })

  test("opens the third chapter with the directory's sentence and a place to fill in", () => {
    const example = getOutlineExample(partograph)
    expect(example?.chapters).toHaveLength(5)
    expect(example).toMatchObject({
      opened: 'Chapter three: Methodology',
      quote: 'Audit 120 labour records with a checklist of dilatation.',
    })
    expect(example?.fill).toMatch(/^the design/)
    expect(getOutlineExample(topic('Sleep of nurses', ''))).toBeNull()
  })
})

describe('suggestTopics', () => {
  const others = Array.from({ length: 8 }, (_, at) =>
    topic(`Topic ${at} on birth`, 'The study suits MSc students.', 'Midwifery', ['msc']),
  )

  test('returns five, first those for the programme and the place', () => {
    const found = suggestTopics([...others, partograph], query({ programme: 'BNSc', place: 'Kano' }))
    expect(found).toHaveLength(5)
    expect(found[0]?.topic).toBe(partograph)
    expect(found[0]?.reasons).toEqual(['Midwifery', 'For HND or BNSc', 'In Kano'])
    expect(found[1]?.reasons).toContain('For MSc: ask your supervisor whether it suits BNSc')
    expect(found[1]?.reasons).toContain('Names no place: you can set it in Kano')
  })

  test('ranks the words of interest above the programme, and does not find them inside longer words', () => {
    const handover = topic('Handover and hygiene', 'The study suits BNSc students.', 'Midwifery', ['bnsc'])
    const hygiene = topic('Hand hygiene of nurses', 'The study suits MSc students.', 'Midwifery', ['msc'])
    const found = suggestTopics([handover, hygiene], query({ interest: 'hand hygiene', programme: 'BNSc' }))
    expect(found.map((suggestion) => suggestion.topic)).toEqual([hygiene, handover])
    expect(found[1]?.reasons[0]).toBe('Matches “hygiene”')
  })

  test('ranks a title with the word above twenty plans with it', () => {
    const plans = Array.from({ length: 20 }, (_, at) => topic(`Topic ${at}`, 'Students keep a sleep diary.'))
    const sleep = topic('Sleep of student nurses')
    expect(suggestTopics([...plans, sleep], query({ interest: 'sleep' }))[0]?.topic).toBe(sleep)
  })

  test('says which words of the interest are in a title or plan', () => {
    const [first] = suggestTopics([partograph], query({ interest: 'midwives and partograph', place: 'Lagos' }))
    expect(first?.reasons[0]).toBe('Matches “midwives”, “partograph”')
    expect(first?.reasons[2]).toBe('In Kano State: change the place to Lagos with your supervisor')
    const [inPlan] = suggestTopics([partograph], query({ interest: 'dilatation' }))
    expect(inPlan?.reasons[0]).toBe('Its plan matches “dilatation”')
    const [related] = suggestTopics([partograph], query({ interest: 'labour ward' }))
    expect(related?.reasons[0]).toBe('Its plan matches “labour”')
  })
})

test('an outline has the five chapters and each sentence of the plan once', () => {
  const outline = getOutline(partograph, { place: 'Kano' })
  expect(outline.filter(({ kind }) => kind === 'chapter').map(({ text }) => text)).toEqual([
    'Abstract',
    'Chapter one: Introduction',
    'Chapter two: Literature review',
    'Chapter three: Methodology',
    'Chapter four: Results',
    'Chapter five: Discussion, summary and conclusion',
    'References',
    'Appendices',
  ])
  const texts = outline.map(({ text }) => text)
  for (const sentence of Object.values(getPlan(partograph)).flat()) {
    expect(texts.filter((text) => text === sentence)).toHaveLength(1)
  }
  expect(texts).toContain('General objective: to [assess, determine or explore] use of the partograph by midwives in Kano State.')
})

test('the notes of an outline count the words of the title', () => {
  const long = topic(Array.from({ length: 24 }, () => 'word').join(' '))
  expect(getNotes(long, { programme: '', place: '' }).join(' ')).toContain(
    'The title has 24 words; the council’s format allows 22. Shorten it',
  )
  const notes = getNotes(partograph, { programme: 'MSc', place: 'Jos' }).join(' ')
  expect(notes).toContain('Ask your supervisor whether it suits MSc.')
  expect(notes).toContain('The directory sets the topic in Kano State. Change that to Jos wherever it is named.')
  expect(getNotes(partograph, { programme: '', place: 'kano' }).join(' ')).not.toContain('Change that')
})

test('invalid choices are dropped', () => {
  expect(query({ programme: 'PhD', area: 'x'.repeat(101), interest: ' \u0000 sleep ', place: 'y'.repeat(61) })).toEqual({
    programme: '',
    area: '',
    interest: 'sleep',
    place: '',
  })
})
