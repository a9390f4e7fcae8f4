import { whatsappLink } from '#app/platform/text/whatsapp.ts'
import type { Entry } from '#server/seed/files.ts'
import type { SampleContent } from '#server/seed/sample-content.ts'
import { clusteringFault } from './clustering.ts'
import { chapterFaults, missingBeforeHypotheses, numbersTwice, unansweredObjectives } from './first-chapter.ts'
import { contradictions } from './contradictions.ts'
import { dishonestyIn } from './honesty.ts'
import { type Pair, type Chunk, sharingRuns, sharingWords } from './near-duplicates.ts'
import { abstractFaults, outlineContentsFaults } from './outlines.ts'
import { getGrade } from './reading-level.ts'
import { ethicsFaults } from './research-ethics.ts'
import { sampleSizeFaults, sumFaults, withoutSampleSize } from './sample-size.ts'
import { getWords } from './text.ts'
import { briefFaults } from './topic-brief.ts'
import { untold, studyDetailsErrors } from './whole-works.ts'
import { ownWords, turnedPhrases } from './wording.ts'

/**
 * Maximum similarity of two texts. Measured with 146 materials and 706 topics: independent texts share at most 3.9% of
 * their five-word runs (15% for topics, whose permissions and tests have fixed names), without the parts that the
 * format prescribes and without the sample sizes; titles share at most 47% of their content words. A text with replaced
 * nouns shares 48 to 86%; one copied sentence of twenty words in an introduction makes 5.8%. A reworded title shares
 * most of its content words. The limits are between these figures.
 */
export const NEAREST = { texts: 0.05, lines: 0.15, titles: 0.6 }

/**
 * Maximum Flesch-Kincaid grade of a post. The posts measure between 3.5 and 6.8. A paragraph of six lines, as in a
 * journal, measures 10 or more; 8 allows a dry subject, but not such paragraphs.
 */
export const HARDEST_POST = 8

/** Returns the faults of single records and of pairs that are too similar, as 'file:line: what'. */
export function getFaults(content: SampleContent): string[] {
  return [
    ...content.materials.flatMap(materialFaults),
    ...content.materials.flatMap(untold),
    ...content.materials.flatMap(studyDetailsErrors),
    ...content.materials.flatMap(outlineFaults),
    ...content.topics.flatMap(topicFaults),
    ...content.services.flatMap(serviceFaults),
    ...content.courses.flatMap(courseFaults),
    ...content.posts.flatMap(postFaults),
    ...content.settings.flatMap(({ value, file, line }) => dishonest(value, () => `${file}:${line}`)),
    ...turnedPhrases(content),
    ...alike(content),
  ]
}

type Material = SampleContent['materials'][number]
type Topic = SampleContent['topics'][number]

function materialFaults({ slug, head, body, file, lines }: Material): string[] {
  const at = (key: string, what: string) => `${file}:${lines[key] ?? 1}: ${what}`
  const [missing, unanswered] = [missingBeforeHypotheses(body), unansweredObjectives(body)]
  return [
    ...(head.price === 0 || (head.price >= 1500 && head.price <= 6000)
      ? []
      : [at('price', `a price of ${head.price} naira is neither 0 nor from 1,500 to 6,000`)]),
    ...(head.selar_link === undefined || head.selar_link === `https://example.com/lamplight/${slug}`
      ? []
      : [at('selar_link', `the payment link does not end with the name of its own file, ${slug}`)]),
    ...chapterFaults(body, head.category).map((fault) => at('body', fault)),
    ...numbersTwice(body).map((number) => at('body', `has two sections ${number}`)),
    ...(missing.length === 0 ? [] : [at('body', `has hypotheses without a heading for ${missing.join(' or ')}`)]),
    ...(unanswered === null ? [] : [at('body', unanswered)]),
    ...(/\[cit(e|ation): /.test(body)
      ? []
      : [at('body', 'shows no place where a study would cite, such as [cite: recent survey]')]),
    ...dishonest(head.title, () => `${file}:${lines.title}`),
    ...dishonestBody({ body, file, lines }),
  ]
}

function outlineFaults(material: Material): string[] {
  const { head, file, lines } = material
  const at = (key: string) => (what: string) => `${file}:${lines[key] ?? 1}: ${what}`
  const method = [head.population_and_sample, head.abstract, head.analysis].join(' ')
  return [
    ...abstractFaults(head).map(at('abstract')),
    ...outlineContentsFaults(head).map(at('full_contents')),
    ...[clusteringFault(method) ?? []].flat().map(at('analysis')),
    ...sumFaults(head.population_and_sample ?? '').map(at('population_and_sample')),
    ...contradictions(material).map(at('body')),
  ]
}

function topicFaults({ row, file, line }: Topic): string[] {
  const at = (what: string) => `${file}:${line}: ${what}`
  const titleWords = getWords(row.topic).length
  const plan = withoutSampleSize(row.description)
  return [
    ...(titleWords <= 22 ? [] : [at(`the topic has ${titleWords} words; a title has at most 22`)]),
    ...[
      ...briefFaults({ ...row, description: plan }),
      ...ethicsFaults(plan),
      ...sampleSizeFaults(row.description),
      clusteringFault(plan) ?? [],
    ]
      .flat()
      .map(at),
    ...dishonest(`${row.topic} ${row.description} ${row.unique_selling_point}`, () => `${file}:${line}`),
  ]
}

function serviceFaults({ head, body, file, lines }: SampleContent['services'][number]): string[] {
  const at = (key: string, what: string) => `${file}:${lines[key] ?? 1}: ${what}`
  const parts = (list: string) => list.split(',').filter((part) => part.trim() !== '').length
  return [
    ...(getWords(body).length >= 80 ? [] : [at('body', 'has fewer than 80 words')]),
    ...(parts(head.benefits) >= 3 ? [] : [at('benefits', 'names fewer than three benefits')]),
    ...(parts(head.specializations) >= 3 ? [] : [at('specializations', 'names fewer than three specializations')]),
    ...(whatsappLink(head.contact_link) ? [] : [at('contact_link', 'is no WhatsApp chat')]),
    ...body.split('\n').flatMap((line, index) => {
      const promise = line.match(
        /\b(?:we|our writers?|the (?:writer|tutor|editor)s?) (?:will |can )?write (?:your|the|it)\b/i,
      )?.[0]
      return promise ? [`${file}:${(lines.body ?? 1) + index}: "${promise}" offers to do a student's work`] : []
    }),
    ...dishonestBody({ body, file, lines }),
  ]
}

function courseFaults({ head, body, file, lines }: SampleContent['courses'][number]): string[] {
  const at = (key: string, what: string) => `${file}:${lines[key] ?? 1}: ${what}`
  const weeks = Array.from({ length: head.duration_weeks }, (_none, index) => index + 1)
  const uncovered = weeks.filter((week) => !new RegExp(`\\bweek ${week}\\b|^${week}\\. `, 'im').test(body))
  return [
    ...(getWords(body).length >= 180 ? [] : [at('body', 'has fewer than 180 words')]),
    ...(uncovered.length === 0 ? [] : [at('body', `does not say what week ${uncovered.join(', ')} covers`)]),
    ...(/\b(?:group|WhatsApp)\b/.test(body) ? [] : [at('body', 'does not say how the WhatsApp group works')]),
    ...(whatsappLink(head.whatsapp_link) ? [] : [at('whatsapp_link', 'is no WhatsApp link')]),
    ...dishonestBody({ body, file, lines }),
  ]
}

function postFaults({ body, file, lines }: SampleContent['posts'][number]): string[] {
  const at = (what: string) => `${file}:${lines.body}: ${what}`
  const [count, grade] = [getWords(body).length, getGrade(body)]
  return [
    ...(count >= 700 && count <= 1500 ? [] : [at(`has ${count} words; a post has 700 to 1,500`)]),
    ...(grade <= HARDEST_POST ? [] : [at(`reads like grade ${grade.toFixed(1)}; the hardest allowed is ${HARDEST_POST}`)]),
    ...(/^\|/m.test(body) ? [] : [at('has no table')]),
    ...dishonestBody({ body, file, lines }, 'set apart'),
  ]
}

function dishonestBody(entry: Pick<Entry<unknown>, 'body' | 'file' | 'lines'>, examples?: 'set apart'): string[] {
  return dishonest(entry.body, (index) => `${entry.file}:${(entry.lines.body ?? 1) + index}`, examples)
}

function dishonest(text: string, where: (line: number) => string, examples?: 'set apart'): string[] {
  return text.split('\n').flatMap((line, index) => {
    const fault = dishonestyIn(line, examples)
    return fault ? [`${where(index)}: ${fault}`] : []
  })
}

/** Returns the compared pairs of each kind, with its limit. */
export function comparisons({ materials, topics, services, courses, posts }: SampleContent): {
  kind: string
  max: number
  pairs: Pair[]
}[] {
  const bodies = (entries: Entry<unknown>[]): Chunk[] =>
    entries.map(({ file, lines, body }) => ({ where: `${file}:${lines.body}`, text: body }))
  const column = (name: 'topic' | 'description' | 'unique_selling_point'): Chunk[] =>
    topics.map(({ row, file, line }) => ({ where: `${file}:${line}`, text: withoutSampleSize(row[name]) }))
  const titles = materials.map(({ head, file, lines }) => ({ where: `${file}:${lines.title}`, text: head.title }))
  const abstracts = materials.map(({ head, file, lines }) => ({
    where: `${file}:${lines.abstract ?? 1}`,
    text: head.abstract ?? '',
  }))
  return [
    {
      kind: 'materials',
      max: NEAREST.texts,
      pairs: sharingRuns(bodies(materials.map((material) => ({ ...material, body: ownWords(material.body) })))),
    },
    { kind: 'abstracts', max: NEAREST.lines, pairs: sharingRuns(abstracts) },
    { kind: 'posts', max: NEAREST.texts, pairs: sharingRuns(bodies(posts)) },
    { kind: 'services and courses', max: NEAREST.texts, pairs: sharingRuns(bodies([...services, ...courses])) },
    { kind: 'descriptions of topics', max: NEAREST.lines, pairs: sharingRuns(column('description')) },
    { kind: 'selling points of topics', max: NEAREST.lines, pairs: sharingRuns(column('unique_selling_point')) },
    { kind: 'topics', max: NEAREST.titles, pairs: sharingWords(column('topic')) },
    { kind: 'titles of materials', max: NEAREST.titles, pairs: sharingWords(titles) },
  ]
}

function alike(content: SampleContent): string[] {
  return comparisons(content).flatMap(({ kind, max, pairs }) =>
    pairs
      .filter(({ share }) => share > max)
      .map(({ first, second, share }) => `${second}: ${kind}: ${Math.round(share * 100)} % alike with ${first}`),
  )
}
