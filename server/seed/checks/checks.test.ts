import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { seedDirectory } from '../files.ts'
import { readSampleContent } from '../sample-content.ts'
import { faultsOf } from './faults.ts'
import { measures } from './figures.ts'
import { sharingRuns, sharingWords } from './near-duplicates.ts'
import { gradeOf, syllablesIn } from './reading-level.ts'
import { sentencesOf, wordsOf } from './text.ts'

const made: string[] = []
afterAll(() => made.forEach((directory) => fs.rmSync(directory, { recursive: true, force: true })))

const MATERIAL = 'materials/endotracheal-suctioning-intensive-care-nurses-edo.md'
const CHAPTER = 'materials/medication-adherence-hypertension-enugu.md'
const POST = 'posts/sample-size-taro-yamane-formula-worked-example.md'
const SERVICE = 'services/statistics-help-with-spss.md'
const COURSE = 'courses/theatre-basics-asepsis-counts-and-safety-checklist.md'

/** The seed with one file changed. */
function seedWith(file: string, change: (text: string) => string): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-checks-'))
  made.push(directory)
  fs.cpSync(seedDirectory, directory, { recursive: true })
  const whole = path.join(directory, file)
  const before = fs.existsSync(whole) ? fs.readFileSync(whole, 'utf8') : ''
  const after = change(before)
  expect(after).not.toBe(before)
  fs.writeFileSync(whole, after)
  return directory
}

/** What a change adds to the faults of the seed; the directory's own name is left out. */
function faultsAfter(file: string, change: (text: string) => string): string[] {
  const directory = seedWith(file, change)
  const known = new Set(faultsOf(readSampleContent()).map((fault) => fault.replaceAll('supabase/seed/', '')))
  return faultsOf(readSampleContent(directory))
    .map((fault) => fault.replaceAll(/\S*lamplight-checks-\w+\//g, ''))
    .filter((fault) => !known.has(fault))
}

const lineOf = (file: string, text: string) =>
  fs
    .readFileSync(path.join(seedDirectory, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

describe('what has not the right shape stops the loader, by file and line', () => {
  test.each<[string, string | RegExp, string, RegExp]>([
    [MATERIAL, 'pages: 63', 'pages: many', /^.*nurses-edo\.md:5: pages: /m],
    [MATERIAL, 'price: 4000', 'price: 4000\nprices: 3', /^.*nurses-edo\.md:8: prices: /m],
    [MATERIAL, 'category: research_project', 'category: research', /nurses-edo\.md:3: category: /],
    [MATERIAL, 'title: "Knowledge', `title: "${'very '.repeat(20)}Knowledge`, /nurses-edo\.md:2: title: has more than 22 words/],
    [MATERIAL, 'https://example.com/', 'https://selar.com/', /nurses-edo\.md:9: selar_link: /],
    [MATERIAL, 'title: "Knowledge', 'title: "Know"ledge', /nurses-edo\.md:2: /],
    [MATERIAL, '---\ntitle', 'title', /nurses-edo\.md:1: does not begin with a head/],
    [SERVICE, 'service_type: custom', 'service_type: ghostwriting', /services\/statistics-help-with-spss\.md:3: service_type: /],
    ['topics.csv', /"$/m, '","more"', /topics\.csv:2: /],
    ['topics.csv', /,"[^"]*"$/m, ',""', /topics\.csv:2: subject_area: /],
    [
      'settings/terms.yaml',
      /^terms_services_title: .*$/m,
      'terms_services_title: 3',
      new RegExp(`settings/terms\\.yaml:${lineOf('settings/terms.yaml', 'terms_services_title')}: terms_services_title: `),
    ],
  ])('%s with %j as %j', (file, from, to, says) => {
    const directory = seedWith(file, (text) => text.replace(from, to))
    expect(() => readSampleContent(directory)).toThrow(says)
  })

  test('every fault at once', () => {
    const directory = seedWith(MATERIAL, (text) => text.replace('pages: 63', 'pages: 0').replace('format: PDF', 'format: Paper'))
    fs.writeFileSync(path.join(directory, 'posts/empty.md'), 'nothing')
    expect(() => readSampleContent(directory)).toThrow(/edo\.md:5: pages: .*\n.*edo\.md:8: format: .*\n.*empty\.md:1: /)
  })
})

describe('what a supervisor would send back is told by file and line', () => {
  const first = lineOf(MATERIAL, 'A patient with a tube')
  test.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a placeholder in a setting',
      'settings/contact.yaml',
      (text) => text.replace(/^(contact_office_address: )"/m, '$1"TBD '),
      /settings\/contact\.yaml:6: "TBD" is an unfinished place/,
    ],
    ['a price between', MATERIAL, (text) => text.replace('price: 4000', 'price: 900'), /edo\.md:7: a price of 900 naira/],
    [
      'a borrowed payment link',
      MATERIAL,
      (text) => text.replace('care-nurses-edo\n', 'care-nurses-oyo\n'),
      /edo\.md:9: the payment link/,
    ],
    ['no place for a citation', MATERIAL, (text) => text.replaceAll(/\[cit(e|ation)/g, '(see'), /edo\.md:11: shows no place/],
    [
      'a short introduction',
      MATERIAL,
      (text) => text.slice(0, text.indexOf('It is not small.')),
      /edo\.md:11: has \d+ words; an introduction/,
    ],
    [
      'a first chapter without a part',
      CHAPTER,
      (text) => text.replace(/^## .*Research questions$/m, '## 1.4 Other'),
      /enugu\.md:11: is a first chapter of \d+ words without a heading for research questions$/,
    ],
    [
      'a first chapter that is too long',
      CHAPTER,
      (text) => text + 'another word '.repeat(200),
      /enugu\.md:11: has \d+ words; a first chapter has/,
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
    ['a short post', POST, (text) => text.slice(0, 2500), /example\.md:7: has \d+ words; a post has 700/],
    ['a hard post', POST, (text) => text.replaceAll('. ', ' notwithstanding considerable '), /example\.md:7: reads like grade/],
    ['a post without a table', POST, (text) => text.replaceAll(/^\|.*$/gm, ''), /example\.md:7: has no table/],
    [
      'an offer to write',
      SERVICE,
      (text) => text.replace('Many students', 'Our writers will write your results. Many students'),
      /spss\.md:10: "Our writers will write your" offers to do a student's work/,
    ],
    [
      'a list that is too short',
      SERVICE,
      (text) => text.replace(/^benefits: .*$/m, 'benefits: "One, two"'),
      /spss\.md:4: names fewer than three/,
    ],
    [
      'a week that is not told',
      COURSE,
      (text) => text.replace('Week 3', 'The end'),
      /checklist\.md:10: does not say what week 3 covers/,
    ],
    [
      'a one-sentence description',
      'topics.csv',
      (text) => text.replace(/^("Birth preparedness[^"]*","[^".]+\.) [^"]+/m, '$1'),
      /topics\.csv:2: .* 1 sentences/,
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
  ])('%s', (_name, file, change, says) => {
    expect(faultsAfter(file, change)).toContainEqual(expect.stringMatching(says))
  })

  test('a material with the places swapped', () => {
    const text = fs.readFileSync(path.join(seedDirectory, MATERIAL), 'utf8')
    const swapped = text.replaceAll('nurses', 'midwives').replaceAll('Edo', 'Ekiti').replaceAll('nurses-edo', 'nurses-ekiti')
    const told = faultsAfter('materials/endotracheal-suctioning-midwives-ekiti.md', () => swapped)
    expect(told).toContainEqual(expect.stringMatching(/materials: \d\d % alike with/))
    expect(told).toContainEqual(expect.stringMatching(/titles of materials: \d\d % alike with/))
  })

  test('what is measured in a person, a law with its year, an example set apart and a place in brackets are none of these', () => {
    for (const said of [
      'Loss of 500 ml of blood or more after birth is postpartum haemorrhage.',
      'A random blood glucose of 200 mg/dl was recorded.',
      'The National Health Act (2014) gives the right. [cite: recent prevalence figure for the study area] [insert: number seen last year]',
      'The to-do list of the ward and 240 nurses in 4 units.',
    ]) {
      expect(faultsAfter(MATERIAL, (text) => text.replace('A patient with a tube', `${said} A patient with a tube`))).toEqual([])
    }
    expect(
      faultsAfter(
        POST,
        (text) => `${text}\nWrite \`Okafor (2020)\` in the text.\n\n| In the text | (Okafor, 2020) |\n|---|---|\n`,
      ),
    ).toEqual([])
  })
})

test('too little of something is told', () => {
  const directory = seedWith('posts/one.md', () => 'x')
  for (const name of fs.readdirSync(path.join(directory, 'posts')).filter((each) => each !== path.basename(POST))) {
    fs.rmSync(path.join(directory, 'posts', name))
  }
  fs.rmSync(path.join(directory, SERVICE))
  const content = readSampleContent(directory)
  const short = measures(content).filter(({ is, least }) => is < least)
  expect(short).toContainEqual({ name: 'posts', is: 1, least: 12 })
})

describe('the measures', () => {
  test('words and sentences are those a reader sees', () => {
    const text =
      '## A heading\n\nOne **bold** word, 1,500 naira. Is it so? Yes: `n = N / 2`.\n\n- A point\n- An other\n\n| a | table |\n|---|---|\n'
    expect(wordsOf('| a | **table** |\n|---|---|')).toEqual(['a', 'table'])
    expect(sentencesOf(text).map((sentence) => wordsOf(sentence).length)).toEqual([5, 3, 1, 2, 2])
  })

  test('runs are shared by containment, telling words by Jaccard', () => {
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

  test('plain sentences have a low grade and laboured ones a high one', () => {
    expect(gradeOf('The nurse came in. She saw the chart. It was not full.')).toBeLessThan(3)
    expect(
      gradeOf(
        'Notwithstanding considerable institutional heterogeneity, documentation irregularities necessitated comprehensive reorganisation.',
      ),
    ).toBeGreaterThan(15)
  })
})

/** The first topic with its description under another name. */
function copied(csv: string): string {
  return (csv.split('\n')[1] ?? '').replace(/^"[^"]*"/, '"Telephone triage by nurses in a private clinic in Uyo"')
}

function reworded(): string {
  return '"Readiness for complications and preparedness for birth among third-trimester women attending primary health centres in Kebbi State","Women would be asked in their homes. Answers are put into a table.","Nobody has looked at this in the dry season yet.","Maternal Health"'
}
