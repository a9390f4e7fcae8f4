import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { seedDirectory } from '#server/seed/files.ts'
import { readSampleContent, type SampleContent } from '#server/seed/sample-content.ts'
import { getFaults } from './faults.ts'
import { measures } from './figures.ts'
import { unansweredObjectives } from './first-chapter.ts'
import { sharingRuns, sharingWords } from './near-duplicates.ts'
import { getGrade, syllablesIn } from './reading-level.ts'
import { getSentences, getWords } from './text.ts'
import { untold, studyDetailsErrors } from './whole-works.ts'
import { ownWords, turnedPhraseIn } from './wording.ts'

const created: string[] = []
afterAll(() => created.forEach((directory) => fs.rmSync(directory, { recursive: true, force: true })))

const MATERIAL = 'materials/endotracheal-suctioning-intensive-care-nurses-edo.md'
const CHAPTER = 'materials/medication-adherence-hypertension-enugu.md'
const POST = 'posts/sample-size-taro-yamane-formula-worked-example.md'
const SERVICE = 'services/statistics-help-with-spss.md'
const COURSE = 'courses/theatre-basics-asepsis-counts-and-safety-checklist.md'

const MAX_MATERIALS = 12
const MAX_TOPICS = 40

/** A subset of the seed, to save time: the materials that tests change, a few others, and the first topics. */
const part = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-checks-part-'))
created.push(part)
fs.cpSync(seedDirectory, part, { recursive: true })
for (const name of fs.readdirSync(path.join(part, 'materials')).toSorted().slice(MAX_MATERIALS)) {
  if (!MATERIAL.endsWith(name) && !CHAPTER.endsWith(name)) {
    fs.rmSync(path.join(part, 'materials', name))
  }
}
const topics = fs.readFileSync(path.join(part, 'topics.csv'), 'utf8').split('\n')
fs.writeFileSync(path.join(part, 'topics.csv'), `${topics.slice(0, MAX_TOPICS + 1).join('\n')}\n`)

/** Returns a copy of the subset with one file changed. */
function seedWith(file: string, change: (text: string) => string): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-checks-'))
  created.push(directory)
  fs.cpSync(part, directory, { recursive: true })
  const whole = path.join(directory, file)
  const before = fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : ''
  const after = change(before)
  expect(after).not.toBe(before)
  fs.writeFileSync(whole, after)
  return directory
}

const content = readSampleContent()
type Material = SampleContent['materials'][number]
type Topic = SampleContent['topics'][number]
const material = content.materials.find(({ file }) => file.endsWith(MATERIAL)) as Material

/** Table of contents of a full project with fifty pages. */
const whole = [
  'Chapter one: Introduction (8 pages)',
  'Chapter two: Literature review (18 pages)',
  'Chapter three: Research methods (8 pages)',
  'Chapter four: Results (10 pages)',
  'Chapter five: Discussion (6 pages)',
  'References',
  'Appendix I: Questionnaire',
]

/** All study details of a project. */
const complete = {
  abstract: Array.from({ length: 90 }, (_none, index) => `word${index}`).join(' '),
  preview_section: 'introduction',
  full_contents: whole,
  instrument_included: true,
  design: 'A descriptive cross-sectional survey.',
  population_and_sample: 'All nurses of the unit.',
  instrument: 'A questionnaire of thirty items.',
  analysis: 'Frequencies and chi-square.',
  programme: 'bnsc',
  reference_count: 40,
  newest_reference_year: material.head.year_of_study,
}

/** Returns a material of the seed with only these study details. */
function saying(details: Record<string, unknown>): Material {
  const head = Object.entries(material.head).filter(([key]) => key !== 'format' && !(key in complete))
  return { ...material, head: { ...Object.fromEntries(head), ...details } as Material['head'] }
}

/** Removes the directory's name from faults. */
const withoutPlace = (faults: string[]) => faults.map((fault) => fault.replaceAll(/\S*lamplight-checks-[\w-]+\//g, ''))
const known = new Set(withoutPlace(getFaults(readSampleContent(part))))

/** Returns the faults that a change adds to the seed, without the directory's name. */
function faultsAfter(file: string, change: (text: string) => string): string[] {
  const directory = seedWith(file, change)
  return withoutPlace(getFaults(readSampleContent(directory))).filter((fault) => !known.has(fault))
}

const linesIn = (file: string) => fs.readFileSync(path.join(seedDirectory, file), 'utf8').split('\n')
const getLine = (file: string, text: string) => linesIn(file).findIndex((line) => line.includes(text)) + 1
/** Returns the first line below the front matter. */
const bodyOf = (file: string) => linesIn(file).indexOf('---', 1) + 2
/** Returns a pattern of a fault: file, line, and the beginning of its message. */
const faultAt = (file: string, line: number, what: string) => new RegExp(`${path.basename(file)}:${line}: ${what}`, 'm')

describe('loading malformed content', () => {
  test.each<[string, string | RegExp, string, RegExp]>([
    [MATERIAL, 'pages: 63', 'pages: many', faultAt(MATERIAL, getLine(MATERIAL, 'pages: '), 'pages: ')],
    [MATERIAL, 'price: 4000', 'price: 4000\nprices: 3', faultAt(MATERIAL, getLine(MATERIAL, 'price: ') + 1, 'prices: ')],
    [
      MATERIAL,
      'category: research_project',
      'category: research',
      faultAt(MATERIAL, getLine(MATERIAL, 'category: '), 'category: '),
    ],
    [
      MATERIAL,
      'title: "Knowledge',
      `title: "${'very '.repeat(20)}Knowledge`,
      faultAt(MATERIAL, 2, 'title: has more than 22 words'),
    ],
    [
      MATERIAL,
      'https://example.com/',
      'https://selar.com/',
      faultAt(MATERIAL, getLine(MATERIAL, 'selar_link: '), 'selar_link: '),
    ],
    [MATERIAL, 'title: "Knowledge', 'title: "Know"ledge', /nurses-edo\.md:2: /],
    [MATERIAL, '---\ntitle', 'title', /nurses-edo\.md:1: does not begin with a head/],
    [
      SERVICE,
      'service_type: custom',
      'service_type: ghostwriting',
      faultAt(SERVICE, getLine(SERVICE, 'service_type: '), 'service_type: '),
    ],
    ['topics.csv', /"$/m, '","more"', /topics\.csv:2: /],
    ['topics.csv', /,"[^"]*"$/m, ',""', /topics\.csv:2: subject_area: /],
    [
      'settings/terms.yaml',
      /^terms_services_title: .*$/m,
      'terms_services_title: 3',
      new RegExp(`settings/terms\\.yaml:${getLine('settings/terms.yaml', 'terms_services_title')}: terms_services_title: `),
    ],
  ])('rejects %s with %j as %j', (file, from, to, says) => {
    const directory = seedWith(file, (text) => text.replace(from, to))
    expect(() => readSampleContent(directory)).toThrow(says)
  })

  test('reports all faults of a file together', () => {
    const directory = seedWith(MATERIAL, (text) => text.replace('pages: 63', 'pages: 0').replace('price: 4000', 'price: none'))
    fs.writeFileSync(path.join(directory, 'posts/empty.md'), 'nothing')
    expect(() => readSampleContent(directory)).toThrow(/edo\.md:\d+: pages: .*\n.*edo\.md:\d+: price: .*\n.*empty\.md:1: /)
  })
})

describe('faults that a supervisor would reject', () => {
  const first = getLine(MATERIAL, 'A patient with a tube')
  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a placeholder in a setting',
      'settings/contact.yaml',
      (text) => text.replace(/^(contact_office_address: )"/m, '$1"TBD '),
      faultAt('contact.yaml', getLine('settings/contact.yaml', 'contact_office_address'), '"TBD" is an unfinished place'),
    ],
    [
      'a price between',
      MATERIAL,
      (text) => text.replace('price: 4000', 'price: 900'),
      faultAt(MATERIAL, getLine(MATERIAL, 'price: '), 'a price of 900 naira'),
    ],
    [
      'a borrowed payment link',
      MATERIAL,
      (text) => text.replace('care-nurses-edo\n', 'care-nurses-oyo\n'),
      faultAt(MATERIAL, getLine(MATERIAL, 'selar_link: '), 'the payment link'),
    ],
    [
      'no place for a citation',
      MATERIAL,
      (text) => text.replaceAll(/\[cit(e|ation)/g, '(see'),
      faultAt(MATERIAL, bodyOf(MATERIAL), 'shows no place'),
    ],
    [
      'a short introduction',
      MATERIAL,
      (text) => text.slice(0, text.indexOf('Suctioning has serious hazards.')),
      faultAt(MATERIAL, bodyOf(MATERIAL), 'has \\d+ words; an introduction'),
    ],
    [
      'a first chapter without a part',
      CHAPTER,
      (text) => text.replace(/^## .*Research questions$/m, '## 1.4 Other'),
      faultAt(CHAPTER, bodyOf(CHAPTER), 'is a first chapter of \\d+ words without a heading for research questions$'),
    ],
    [
      'a first chapter that is too long',
      CHAPTER,
      (text) => text + 'another word '.repeat(200),
      faultAt(CHAPTER, bodyOf(CHAPTER), 'has \\d+ words; a first chapter has'),
    ],
    [
      'two sections with one number',
      MATERIAL,
      (text) => text.replace('## 1.2 ', '## 1.1 '),
      faultAt(MATERIAL, bodyOf(MATERIAL), 'has two sections 1\\.1$'),
    ],
    [
      'an objective without a question',
      MATERIAL,
      (text) => text.replace(/^4\. How do knowledge.*$/m, ''),
      faultAt(MATERIAL, bodyOf(MATERIAL), 'has 4 objectives and 3 research questions'),
    ],
    [
      'a work that does not say what it was written for',
      MATERIAL,
      (text) => text.replace(/^programme: .*\n/m, ''),
      faultAt(MATERIAL, 1, 'does not say its programme$'),
    ],
    [
      'a turned phrase',
      MATERIAL,
      (text) => text.replace('A patient with a tube', 'A drain is a one-way road. A patient with a tube'),
      faultAt(MATERIAL, first, '"one-way road" is a turned phrase'),
    ],
    [
      'a placeholder',
      MATERIAL,
      (text) => text.replace('A patient with a tube', 'TODO'),
      new RegExp(`edo\\.md:${first}: "TODO" is an unfinished place`),
    ],
    [
      'a dose',
      MATERIAL,
      (text) => text.replace('A patient with a tube', 'Give 500 mg at once. A patient'),
      new RegExp(`edo\\.md:${first}: "500 mg" reads like a dose`),
    ],
    [
      'an invented citation',
      MATERIAL,
      (text) => text.replace('A patient with a tube', 'Adeyemi and Bello (2019) found it. A patient'),
      new RegExp(`edo\\.md:${first}: "Adeyemi and Bello \\(2019\\)" reads like a citation`),
    ],
    [
      'a citation outside the examples of a post',
      POST,
      (text) => `${text}\n(Okafor, 2020)\n`,
      /example\.md:\d+: "\(Okafor, 2020\)" reads like/,
    ],
    ['a short post', POST, (text) => text.slice(0, 2500), faultAt(POST, bodyOf(POST), 'has \\d+ words; a post has 700')],
    [
      'a hard post',
      POST,
      (text) => text.replaceAll('. ', ' notwithstanding considerable '),
      faultAt(POST, bodyOf(POST), 'reads like grade'),
    ],
    ['a post without a table', POST, (text) => text.replaceAll(/^\|.*$/gm, ''), faultAt(POST, bodyOf(POST), 'has no table')],
    [
      'an offer to write',
      SERVICE,
      (text) => text.replace('Many students', 'Our writers will write your results. Many students'),
      faultAt(SERVICE, bodyOf(SERVICE), '"Our writers will write your" offers to do a student\'s work'),
    ],
    [
      'a list that is too short',
      SERVICE,
      (text) => text.replace(/^benefits: .*$/m, 'benefits: "One, two"'),
      faultAt(SERVICE, getLine(SERVICE, 'benefits: '), 'names fewer than three'),
    ],
    [
      'a week that is not told',
      COURSE,
      (text) => text.replace('Week 3', 'The end'),
      faultAt(COURSE, bodyOf(COURSE), 'does not say what week 3 covers'),
    ],
    [
      'a one-sentence description',
      'topics.csv',
      (text) => text.replace(/^("Birth preparedness[^"]*","[^".]+\.) [^"]+/m, '$1'),
      /topics\.csv:2: .* 1 sentences/,
    ],
    [
      'a topic that says what would be done',
      'topics.csv',
      (text) => text.replace('Interview about 150 women', 'About 150 women would be interviewed'),
      /topics\.csv:2: "would be": say what the student does/,
    ],
    [
      'a copied description',
      'topics.csv',
      (text) => `${text.trimEnd()}\n${copied(text)}\n`,
      /topics\.csv:\d+: descriptions of topics: 100 % alike with .*topics\.csv:2$/,
    ],
    [
      'a reworded topic',
      'topics.csv',
      (text) => `${text.trimEnd()}\n${reworded()}\n`,
      /topics\.csv:\d+: topics: \d+ % alike with topics\.csv:2$/,
    ],
  ])('include %s', (_name, file, change, says) => {
    expect(faultsAfter(file, change)).toContainEqual(expect.stringMatching(says))
  })

  test('finds a copied material with swapped places', () => {
    const text = fs.readFileSync(path.join(seedDirectory, MATERIAL), 'utf8')
    const swapped = text.replaceAll('nurses', 'midwives').replaceAll('Edo', 'Ekiti').replaceAll('nurses-edo', 'nurses-ekiti')
    const result = faultsAfter('materials/endotracheal-suctioning-midwives-ekiti.md', () => swapped)
    expect(result).toContainEqual(expect.stringMatching(/materials: \d\d % alike with/))
    expect(result).toContainEqual(expect.stringMatching(/titles of materials: \d\d % alike with/))
  })

  test('finds hypotheses that follow from no objective', () => {
    const says = (body: string) =>
      getFaults({ ...content, materials: [{ ...material, body }], topics: [] }).filter((fault) => fault.includes('hypotheses'))
    expect(says('## 1.3 Purpose\n\n## 1.4 Hypotheses\n')).toEqual([
      expect.stringMatching(/without a heading for research questions$/),
    ])
    expect(says('## Hypothesis\n')).toEqual([expect.stringMatching(/without a heading for objectives or research questions$/)])
    expect(says('## 1.3 Objectives\n\n## 1.4 Research questions\n\n## 1.5 Hypotheses\n')).toEqual([])
    expect(says('## 1.3 Aim\n')).toEqual([])
  })

  test('finds different numbers of objectives and research questions', () => {
    const [two, three] = ['1. one\n2. two\n', '- one\n- two\n- three\n']
    expect(unansweredObjectives(`## 1.3 Aim and objectives\n\n${three}\n## 1.4 Research questions\n\n${two}`)).toBe(
      'has 3 objectives and 2 research questions; each objective has its question',
    )
    expect(
      unansweredObjectives(`## 1.3 Objectives\n\n${two}\n## 1.4 Research questions\n\n${two}\n## 1.5 Terms\n\n${three}`),
    ).toBeNull()
    expect(unansweredObjectives(`## 1.3 Objectives of the care study\n\n${three}`)).toBeNull()
  })

  test('finds a literary phrase anywhere in a line', () => {
    const response = 'A chest drain is a one-way road.'
    expect(turnedPhraseIn('In what measure do the scores change?')).toBe('In what measure')
    expect(turnedPhraseIn('It is noon. Picture a discharge in a hurry.')).toBe('Picture a ')
    expect(turnedPhraseIn('To what extent do the scores change? The picture a nurse takes is kept.')).toBeNull()
    const [topic] = content.topics as [Topic]
    expect(
      getFaults({
        ...content,
        materials: [{ ...material, head: { ...material.head, abstract: response }, body: `A line.\n${response}` }],
        topics: [{ ...topic, row: { ...topic.row, description: response } }],
        posts: [],
        settings: [],
      }).filter((fault) => fault.includes('turned phrase')),
    ).toEqual([
      expect.stringMatching(new RegExp(`edo\\.md:${material.lines.abstract}: "one-way road" is a turned phrase`)),
      expect.stringMatching(new RegExp(`edo\\.md:${(material.lines.body ?? 0) + 1}: "one-way road"`)),
      expect.stringMatching(/topics\.csv:2: "one-way road"/),
    ])
  })

  test('ignores the parts that all works share when it compares two', () => {
    const composed =
      'The client in this care study is composed for teaching; no real patient is described. Nobody was nursed, interviewed or visited for it.'
    expect(getWords(ownWords(`${composed}\n\n## 1.1 Reasons for choosing the client\n\nHer own words.`))).toEqual([
      'her',
      'own',
      'words',
    ])
    expect(ownWords(`A line. ${composed}`)).toContain(composed)
  })

  describe('study details', () => {
    test.each<[string, Record<string, unknown>, RegExp]>([
      [
        'a part that is not open',
        { preview_section: 'first_chapter' },
        /says that first_chapter is open; the text below is introduction/,
      ],
      ['a short abstract', { abstract: 'We asked nurses.' }, /the abstract has 3 words; it has at least 80/],
      ['a dose in its abstract', { abstract: `Give 500 mg. ${'word '.repeat(80)}` }, /"500 mg" reads like a dose/],
      [
        'contents without a chapter',
        { full_contents: whole.toSpliced(3, 1) },
        /has chapters one, two, three, five; such a work has one/,
      ],
      [
        'contents without references',
        { full_contents: whole.filter((line) => line !== 'References') },
        /has no line for the references/,
      ],
      [
        'more pages than it has',
        { full_contents: [...whole, 'Appendix III: Tables (60 pages)'] },
        /adds up to 110 pages; the work has 63/,
      ],
      ['a line twice', { full_contents: [...whole, 'References'] }, /says the same line twice/],
      [
        'an instrument that is not among the appendices',
        { full_contents: whole.filter((line) => !line.includes('Questionnaire')), instrument_included: true },
        /names no appendix with the instrument/,
      ],
      [
        'an instrument that should not be among them',
        { full_contents: whole, instrument_included: false },
        /has "Appendix I: Questionnaire", which instrument_included says is not there/,
      ],
      ['few references', { reference_count: 3 }, /3 references; a work has at least 10/],
      [
        'an old list of references',
        { newest_reference_year: 1999 },
        /the newest reference is of 1999; a work of \d+ has one of its last 5/,
      ],
      ['half a sentence', { design: 'Cross-sectional' }, /is no whole sentence/],
    ])('have a fault for %s', (_name, details, says) => {
      expect(studyDetailsErrors(saying(details))).toContainEqual(expect.stringMatching(says))
    })

    test('have no faults when complete', () => {
      expect(studyDetailsErrors(saying(complete))).toEqual([])
    })

    test('are required, but only the applicable ones for a seminar', () => {
      const of = (details: Record<string, unknown>, category: string, body?: string) =>
        untold({ ...saying({ ...details, category }), ...(body ? { body } : {}) })
      expect(of({}, 'research_project')).toEqual([
        expect.stringMatching(
          /:1: does not say its abstract, preview_section, full_contents, programme, reference_count, newest_reference_year, instrument_included, design, population_and_sample, instrument, analysis$/,
        ),
      ])
      expect(of({}, 'seminar')).toEqual([expect.stringMatching(/reference_count, newest_reference_year$/)])
      expect(of(complete, 'research_project')).toEqual([])
      expect(of({ ...complete, format: 'PDF' }, 'proposal')).toEqual([expect.stringMatching(/a sample has no file/)])
      expect(of(complete, 'client_care_study')).toEqual([expect.stringMatching(/that the client is composed for teaching/)])
      expect(of(complete, 'client_care_study', 'The client of this study is composed for teaching.')).toEqual([])
    })
  })

  test('accepts measurements of patients, laws with a year, marked examples and bracketed placeholders', () => {
    for (const response of [
      'Loss of 500 ml of blood or more after birth is postpartum haemorrhage.',
      'A random blood glucose of 200 mg/dl was recorded.',
      'The National Health Act (2014) gives the right. [cite: recent prevalence figure for the study area] [insert: number seen last year]',
      'The to-do list of the ward and 240 nurses in 4 units.',
    ]) {
      expect(faultsAfter(MATERIAL, (text) => text.replace('A patient with a tube', `${response} A patient with a tube`))).toEqual(
        [],
      )
    }
    expect(
      faultsAfter(
        POST,
        (text) => `${text}\nWrite \`Okafor (2020)\` in the text.\n\n| In the text | (Okafor, 2020) |\n|---|---|\n`,
      ),
    ).toEqual([])
  })
})

test('reports kinds with too few records', () => {
  const directory = seedWith('posts/one.md', () => 'x')
  for (const name of fs.readdirSync(path.join(directory, 'posts')).filter((each) => each !== path.basename(POST))) {
    fs.rmSync(path.join(directory, 'posts', name))
  }
  fs.rmSync(path.join(directory, SERVICE))
  const short = measures(readSampleContent(directory)).filter(({ is, min }) => is < min)
  expect(short).toContainEqual({ name: 'posts', is: 1, min: 12 })
})

describe('text measures', () => {
  test('count only visible words and sentences', () => {
    const text =
      '## A heading\n\nOne **bold** word, 1,500 naira. Is it so? Yes: `n = N / 2`.\n\n- A point\n- An other\n\n| a | table |\n|---|---|\n'
    expect(getWords('| a | **table** |\n|---|---|')).toEqual(['a', 'table'])
    expect(getSentences(text).map((sentence) => getWords(sentence).length)).toEqual([5, 3, 1, 2, 2])
  })

  test('compare texts by containment and titles by Jaccard similarity', () => {
    const [runs] = sharingRuns([
      { where: 'short', text: 'one two three four five six' },
      { where: 'long', text: 'zero one two three four five seven eight nine ten' },
    ])
    expect(runs).toEqual({ first: 'short', second: 'long', share: 1 / 2 })
    const [words] = sharingWords([
      { where: 'one', text: 'Hygiene of the hands among nurses' },
      { where: 'other', text: "Nurse's hand hygiene, an audit" },
    ])
    expect(words?.share).toBeCloseTo(2 / 5, 1)
  })

  test.each([
    ['nurse', 1],
    ['tables', 2],
    ['questionnaire', 3],
    ['reliability', 6],
    ['population', 4],
    ['material', 4],
    ['people', 2],
    ['wanted', 2],
    ['walked', 1],
    ['changes', 2],
    ['idea', 3],
    ['science', 2],
    ['previous', 3],
    ['chapter', 2],
    ['evaluation', 5],
  ])('%s has %i syllables', (word, count) => {
    expect(syllablesIn(word)).toBe(count)
  })

  test('give plain sentences a lower grade than complex ones', () => {
    expect(getGrade('The nurse came in. She saw the chart. It was not full.')).toBeLessThan(3)
    expect(
      getGrade(
        'Notwithstanding considerable institutional heterogeneity, documentation irregularities necessitated comprehensive reorganisation.',
      ),
    ).toBeGreaterThan(15)
  })
})

/** Returns the topics with a copy of the first one under another name. */
function copied(csv: string): string {
  return (csv.split('\n')[1] ?? '').replace(/^"[^"]*"/, '"Telephone triage by nurses in a private clinic in Uyo"')
}

function reworded(): string {
  return '"Readiness for complications and preparedness for birth among third-trimester women attending primary health centres in Kebbi State","Women are asked in their homes. Answers are put into a table.","Nobody has looked at this in the dry season yet.","Maternal Health"'
}
