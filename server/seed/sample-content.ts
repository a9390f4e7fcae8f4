import type { SupabaseClient } from '@supabase/supabase-js'
import { marked } from 'marked'
import * as v from 'valibot'
import type { Database } from '#app/services/database.ts'
import { SeedReader, seedDirectory, seedId } from './files.ts'

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max))
const oneLine = (max: number) => v.pipe(text(max), v.regex(/^.*$/, 'is more than one line'))
const words = (max: number) =>
  v.pipe(
    text(400),
    v.check((title) => title.split(/\s+/).length <= max, `has more than ${max} words`),
  )
const naira = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000))
const link = v.pipe(v.string(), v.startsWith('https://'))

const material = v.strictObject({
  title: words(22),
  category: v.picklist(['research_project', 'thesis', 'seminar', 'client_care_study', 'proposal']),
  subject_area: text(100),
  pages: v.pipe(v.number(), v.integer(), v.minValue(1)),
  year_of_study: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2024)),
  price: naira,
  // A sample has no file, so it needs no format. scripts/content-checks/whole-works.ts reports remaining ones.
  format: v.optional(v.picklist(['PDF', 'Word', 'PowerPoint'])),
  selar_link: v.optional(v.pipe(link, v.startsWith('https://example.com/'))),
  // These fields describe the whole work (docs/decisions/0026). All are optional here;
  // scripts/content-checks/whole-works.ts reports missing ones.
  abstract: v.optional(
    v.pipe(
      text(4000),
      v.check((abstract) => abstract.split(/\s+/).length <= 300, 'has more than 300 words'),
    ),
  ),
  preview_section: v.optional(v.picklist(['first_chapter', 'introduction', 'abstract'])),
  full_contents: v.optional(v.pipe(v.array(oneLine(200)), v.minLength(1), v.maxLength(60))),
  instrument_included: v.optional(v.boolean()),
  design: v.optional(oneLine(300)),
  population_and_sample: v.optional(oneLine(300)),
  instrument: v.optional(oneLine(300)),
  analysis: v.optional(oneLine(300)),
  programme: v.optional(v.picklist(['chew', 'nd', 'hnd', 'bnsc', 'msc'])),
  reference_count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5000))),
  newest_reference_year: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1950), v.maxValue(2024))),
})

const service = v.strictObject({
  service_name: text(200),
  service_type: v.picklist(['research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom']),
  benefits: text(2000),
  specializations: text(2000),
  base_price: v.pipe(v.string(), v.regex(/^[\d,]*$/)),
  turnover_time: v.string(),
  contact_link: link,
})

const course = v.strictObject({
  title: text(200),
  category: v.picklist([
    'general nursing',
    'midwifery',
    'psychiatric nursing',
    'perioperative nursing',
    'community health nursing',
    'orthopedic nursing',
  ]),
  price: naira,
  instructor_name: text(200),
  duration_weeks: v.pipe(v.number(), v.integer(), v.minValue(1)),
  whatsapp_link: link,
  status: v.picklist(['draft', 'active', 'closed']),
})

const post = v.strictObject({
  post_title: text(300),
  sub_title: text(500),
  upload_date: v.pipe(v.string(), v.isoDate()),
  seo_keywords: text(1000),
})

const topic = v.strictObject({
  topic: text(400),
  description: text(2000),
  unique_selling_point: text(1000),
  subject_area: text(100),
})

const thesaurusEntry = v.strictObject({
  term: oneLine(100),
  meaning: oneLine(100),
  sort: v.picklist(['abbreviation', 'spelling', 'lay word', 'synonym', 'related']),
  both_ways: v.pipe(
    v.picklist(['yes', 'no']),
    v.transform((written) => written === 'yes'),
  ),
  source: v.picklist(['clinical', 'usage', 'language', 'drug', 'place', 'programme', 'method']),
})

/** A search with the grades of what it should find: 3 exactly what was meant to 1, and nothing for an empty record. */
const judgedSearch = v.strictObject({
  q: oneLine(200),
  kind: v.string(),
  half: v.optional(v.picklist(['open', 'held'])),
  relevant: v.record(v.string(), v.picklist([1, 2, 3])),
})

/**
 * A course of a programme. curriculum.csv has what pages of schools list: North-Eastern University, Gombe (NSC 201),
 * Nursing TV's curriculum (NSC 211, MMP 221), Al-Hikmah University (NSG 299, MCB 201), the courses that Achievers
 * University names (BNSc without a code), Okunland College of Nursing Science (ND, without codes) and the College of
 * Health Technology, Takum (CHEW). Further codes and HND courses could not be verified.
 */
const curriculumCourse = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^([A-Z]{3} \d{3})?$/)),
  title: oneLine(200),
  programme: v.picklist(['chew', 'nd', 'hnd', 'bnsc', 'msc']),
  level: v.string(),
  subjects: oneLine(300),
})

/**
 * Reads the sample content as valid rows. scripts/content-checks tests its quality.
 * @throws {Error} one message that names every file and line that is wrong.
 */
export function readSampleContent(directory = seedDirectory) {
  const seed = new SeedReader(directory)
  const content = {
    materials: seed.entries('materials', material),
    services: seed.entries('services', service),
    courses: seed.entries('courses', course),
    posts: seed.entries('posts', post),
    topics: seed.table('topics.csv', topic),
    thesaurus: seed.table('thesaurus.csv', thesaurusEntry),
    curriculum: seed.table('curriculum.csv', curriculumCourse),
    settings: seed.groups('settings'),
    judged: seed.lists('judged', judgedSearch),
  }
  if (seed.faults.length > 0) {
    throw new Error(`The sample content is invalid:\n${seed.faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
  return content
}
export type SampleContent = ReturnType<typeof readSampleContent>

/** The empty fields of an outline, which is not sold and has no whole work. */
const NOT_FOR_SALE = {
  price: 0,
  selar_link: null,
  reference_count: null,
  newest_reference_year: null,
  instrument_included: null,
  format: null,
  pages: null,
}

/** The maximum number of rows of one request: each value is a parameter of its statement, whose number is limited. */
const MAX_ROWS = 2000

/** Returns a list in parts of at most 2,000. */
const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_ROWS) }, (_, at) => rows.slice(at * MAX_ROWS, (at + 1) * MAX_ROWS))

/**
 * Adds the sample content to a backend. An existing row is not changed. seed.ts prevents deleted rows from coming
 * back.
 * @param client a client with the secret key.
 * @param outlines whether the works without a file are loaded, and either with the price and the link with which
 * tests buy them, or free to read.
 * @returns the number of rows of each kind in the files.
 * @throws {Error} when a file is wrong or the backend rejects a row.
 */
export async function loadSampleContent(
  client: SupabaseClient<Database>,
  outlines: 'free' | 'as samples' | 'none' = 'as samples',
): Promise<Record<string, number>> {
  const all = readSampleContent()
  const content = { ...all, materials: outlines === 'none' ? [] : all.materials }
  const published_at = new Date().toISOString()
  const results = await Promise.all([
    client.from('research_materials').upsert(
      content.materials.map(({ id, slug, head, body }) => ({
        id,
        slug,
        ...head,
        ...(outlines === 'free' ? NOT_FOR_SALE : {}),
        sold_here: false,
        chapter_one_preview: body,
        published_at,
        is_sample: true,
      })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    client.from('writing_services').upsert(
      content.services.map(({ id, head, body }) => ({ id, ...head, service_description: body, published_at, is_sample: true })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    client.from('courses').upsert(
      content.courses.map(({ id, head, body }) => ({ id, ...head, description: body, is_sample: true })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    client.from('blog_posts').upsert(
      content.posts.map(({ id, slug, head, body }) => ({
        id,
        slug,
        ...head,
        post_body: marked.parse(body, { async: false }),
        published_at,
        is_sample: true,
      })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    client.from('topics_directory').upsert(
      content.topics.map(({ row }) => ({ id: seedId('topics', row.topic), ...row, is_sample: true })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    ...inParts(content.thesaurus).map((entries) =>
      client.from('thesaurus').upsert(
        entries.map(({ row }) => ({ id: seedId('thesaurus', `${row.term}: ${row.meaning}`), ...row })),
        { onConflict: 'id', ignoreDuplicates: true },
      ),
    ),
    client.from('curriculum_courses').upsert(
      content.curriculum.map(({ row }) => ({ id: seedId('curriculum', `${row.programme} ${row.code} ${row.title}`), ...row })),
      { onConflict: 'id', ignoreDuplicates: true },
    ),
    client.from('judged_searches').upsert(
      content.judged.map(({ row: { q, relevant }, file }) => ({
        words: q,
        kind: file.endsWith('topics.json') ? 'topic' : 'material',
        relevant,
      })),
      { onConflict: 'kind,words', ignoreDuplicates: true },
    ),
    client.from('settings').upsert(
      content.settings.map(({ group, key, value }) => ({ group_name: group, setting_key: key, setting_value: value })),
      { onConflict: 'group_name,setting_key', ignoreDuplicates: true },
    ),
  ])
  const rejected = results.find((result) => result.error)
  if (rejected?.error) {
    throw new Error(`Could not add the sample content: ${rejected.error.message}`)
  }
  return Object.fromEntries(Object.entries(content).map(([kind, rows]) => [kind, rows.length]))
}
