import type { SampleContent } from '#server/seed/sample-content.ts'
import { comparisons } from './faults.ts'
import { isFirstChapter } from './first-chapter.ts'
import { getGrade } from './reading-level.ts'
import { getWords } from './text.ts'

const SERVICE_TYPES = ['research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom']
const COURSE_CATEGORIES = [
  'general nursing',
  'midwifery',
  'psychiatric nursing',
  'perioperative nursing',
  'community health nursing',
  'orthopedic nursing',
]
const MATERIAL_CATEGORIES = ['research_project', 'seminar', 'client_care_study', 'proposal']

/** The study details that are counted. */
const result = [
  'abstract',
  'preview_section',
  'full_contents',
  'instrument_included',
  'design',
  'population_and_sample',
  'instrument',
  'analysis',
  'programme',
  'reference_count',
  'newest_reference_year',
] as const

/** Study designs without participants: reviews, and secondary analyses of surveys or records. */
const FROM_EXISTING_WORK = /\b(?:scoping|integrative|systematic) review\b|\bsecondary analysis\b|\b(?:register|record) data\b/i

/** Returns the minimum content of a marketplace: the name, current value and minimum of each measure. */
export function measures(content: SampleContent): { name: string; is: number; min: number }[] {
  const { materials, topics, services, courses, posts } = content
  const shelf = count(materials, ({ head }) => (head.category === 'thesis' ? 'research_project' : head.category))
  const areas = count(topics, ({ row }) => row.subject_area)
  const subjects = count(materials, ({ head }) => head.subject_area)
  return [
    { name: 'materials', is: materials.length, min: 120 },
    ...MATERIAL_CATEGORIES.map((name) => ({ name: `materials: ${name}`, is: shelf.get(name) ?? 0, min: 10 })),
    {
      name: 'materials: reviews and existing data',
      is: materials.filter(({ head }) => FROM_EXISTING_WORK.test(head.design ?? '')).length,
      min: 5,
    },
    { name: 'specialties of materials', is: subjects.size, min: 15 },
    { name: 'first chapters', is: materials.filter(({ body }) => isFirstChapter(body)).length, min: 20 },
    { name: 'free materials', is: materials.filter(({ head }) => head.price === 0).length, min: 3 },
    {
      name: 'materials with a payment link',
      is: materials.filter(({ head }) => head.selar_link !== undefined).length,
      min: Math.ceil(materials.length * 0.9),
    },
    { name: 'topics', is: topics.length, min: 690 },
    { name: 'specialties of topics', is: areas.size, min: 15 },
    ...[...areas].map(([name, is]) => ({ name: `topics: ${name}`, is, min: 15 })),
    // A topic links to the materials on its subject area, so each area needs some.
    ...[...areas.keys()].map((name) => ({ name: `materials on ${name}`, is: subjects.get(name) ?? 0, min: 1 })),
    { name: 'services', is: services.length, min: 8 },
    ...SERVICE_TYPES.map((name) => ({
      name: `services: ${name}`,
      is: services.filter(({ head }) => head.service_type === name).length,
      min: 1,
    })),
    { name: 'courses', is: courses.length, min: 12 },
    ...COURSE_CATEGORIES.map((name) => ({
      name: `courses: ${name}`,
      is: courses.filter(({ head }) => head.category === name && head.status === 'active').length,
      min: 2,
    })),
    { name: 'posts', is: posts.length, min: 12 },
  ]
}

/** Returns statistics of the content as text: counts, the shortest and longest records, and the most similar pairs. */
export function getFigures(content: SampleContent): string {
  const { materials, topics, services, courses, posts } = content
  const listed = (counts: Map<string, number>) =>
    [...counts]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')
  const ends = (name: string, chunks: { where: string; words: number }[]) => {
    const [shortest, longest] = [chunks[0], chunks.at(-1)]
    return `${name}: from ${shortest?.words} words (${shortest?.where}) to ${longest?.words} (${longest?.where})`
  }
  const byWords = (chunks: { where: string; text: string }[]) =>
    chunks.map(({ where, text }) => ({ where, words: getWords(text).length })).toSorted((one, other) => one.words - other.words)
  const texts = (entries: { slug: string; body: string }[]) =>
    byWords(entries.map(({ slug, body }) => ({ where: slug, text: body })))
  const [chapters, introductions] = [
    materials.filter(({ body }) => isFirstChapter(body)),
    materials.filter(({ body }) => !isFirstChapter(body)),
  ]
  const grades = posts
    .map(({ slug, body }) => ({ slug, grade: getGrade(body) }))
    .toSorted((one, other) => one.grade - other.grade)
  return [
    `${materials.length} materials, by category: ${listed(count(materials, ({ head }) => head.category))}`,
    `  by specialty: ${listed(count(materials, ({ head }) => head.subject_area))}`,
    `  ${chapters.length} first chapters and ${introductions.length} introductions; ${materials.filter(({ head }) => head.price === 0).length} free`,
    `  ${ends('first chapters', texts(chapters))}`,
    `  ${ends('introductions', texts(introductions))}`,
    `  ${result.map((name) => `${name} ${materials.filter(({ head }) => head[name] !== undefined).length}`).join(', ')}`,
    `${topics.length} topics, by specialty: ${listed(count(topics, ({ row }) => row.subject_area))}`,
    `  ${ends('descriptions', byWords(topics.map(({ row, line }) => ({ where: `line ${line}`, text: row.description }))))}`,
    `${services.length} services: ${listed(count(services, ({ head }) => head.service_type))}`,
    `${courses.length} courses: ${listed(count(courses, ({ head }) => head.category))}`,
    `${posts.length} posts, ${ends('words', texts(posts))}`,
    `  reading grade from ${grades[0]?.grade.toFixed(1)} (${grades[0]?.slug}) to ${grades.at(-1)?.grade.toFixed(1)} (${grades.at(-1)?.slug})`,
    ...comparisons(content).map(({ kind, max, pairs: [nearest] }) =>
      nearest
        ? `nearest ${kind}: ${percent(nearest.share)} of at most ${percent(max)}, ${nearest.first} and ${nearest.second}`
        : `nearest ${kind}: none has anything in common`,
    ),
  ].join('\n')
}

function count<Row>(rows: Row[], getName: (row: Row) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    counts.set(getName(row), (counts.get(getName(row)) ?? 0) + 1)
  }
  return counts
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
