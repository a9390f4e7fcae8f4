/* Data directories with catalogues of any size, generated from the words of the sample content. */
import { startBackend } from '#server/backend/start.ts'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { startedOnce } from '#tests/support/test-databases.ts'

const content = readSampleContent()
const BATCH = 2000

/** The characters of a generated readable part, about one chapter's first page. */
const PREVIEW = 1500

/**
 * Generates a material: the beginning of one sample title with the end of another, an abstract and a readable part of
 * others. Each word of the sample content is then as common as in a real catalogue of that size.
 */
export function work(at: number) {
  const pick = (step: number) => content.materials[(at * step) % content.materials.length]
  const [one, other, third] = [pick(1), pick(7), pick(11)]
  const words = (one?.head.title ?? '').split(' ')
  const ends = (other?.head.title ?? '').split(' ')
  return {
    slug: `work-${at}`,
    title: [...words.slice(0, 9), ...ends.slice(-4), at].join(' '),
    category: one?.head.category,
    subject_area: one?.head.subject_area,
    price: (at % 10) * 500,
    year_of_study: 2010 + (at % 15),
    abstract: other?.head.abstract ?? null,
    chapter_one_preview: third?.body.slice(0, PREVIEW) ?? null,
  }
}

type Query = (sql: string, values: unknown[]) => Promise<unknown>

/** Adds `size` materials in batches. */
export async function addWorks(query: Query, size: number, onBatch: (rows: ReturnType<typeof work>[]) => void = () => {}) {
  for (let from = 0; from < size; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, size - from) }, (_, nth) => work(from + nth))
    await query(
      `insert into public.research_materials (slug, title, category, subject_area, price, year_of_study, abstract, chapter_one_preview, published_at)
       select slug, title, category, subject_area, price, year_of_study, abstract, chapter_one_preview, now()
         from jsonb_to_recordset($1::text::jsonb) as w (slug text, title text, category text, subject_area text, price integer,
                                                        year_of_study integer, abstract text, chapter_one_preview text)`,
      [JSON.stringify(rows)],
    )
    onBatch(rows)
  }
}

/** Creates a data directory with the sample content and `size` generated materials. */
export async function createDataDirectory(size: number): Promise<{ path: string; remove(): void }> {
  const directory = await startedOnce()
  const backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: directory.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  await addWorks((sql, values) => backend.database.query(sql, values), size)
  await backend.database.run('analyze')
  await backend.stop()
  return directory
}
