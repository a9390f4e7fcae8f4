// Checks sources and built files of products.
import fs from 'node:fs'
import path from 'node:path'
import { fileFaults } from './checks/file-checks.ts'
import { sourceFaults } from './checks/source-checks.ts'
import { buildProducts } from './build.ts'
import { readProducts } from './product.ts'

const MATERIALS_DIR = path.resolve(import.meta.dirname, '../../supabase/seed/materials')

/** Builds the products into the directory and returns one sentence for each fault. */
export async function checkProducts(output: string, slugs: readonly string[] = []): Promise<string[]> {
  const { products } = await buildProducts(slugs, output)
  const areas = subjectAreas()
  const faults: string[] = []
  for (const source of readProducts(slugs)) {
    faults.push(...sourceFaults(source, areas).map((fault) => `${source.slug}: ${fault}`))
    const built = products.find(({ slug }) => slug === source.slug)
    for (const file of built?.files ?? []) {
      const bytes = fs.readFileSync(path.join(output, source.slug, file.name))
      if (built)
        faults.push(
          ...(await fileFaults(built, file, new Uint8Array(bytes))).map((fault) => `${source.slug}/${file.name} ${fault}`),
        )
    }
  }
  return faults
}

function subjectAreas(): string[] {
  const areas = fs
    .readdirSync(MATERIALS_DIR)
    .map((name) => /^subject_area: (.+)$/m.exec(fs.readFileSync(path.join(MATERIALS_DIR, name), 'utf8'))?.[1])
  return [...new Set(areas.filter((area) => area !== undefined))]
}
