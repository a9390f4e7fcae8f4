// Checks sources and built files of products.
import fs from 'node:fs'
import path from 'node:path'
import { fileFaults } from './checks/file-checks.ts'
import { sourceFaults } from './checks/source-checks.ts'
import { buildProducts } from './build.ts'
import { readProducts } from './product.ts'

/** Builds the products into the directory and returns one sentence for each fault. */
export async function checkProducts(output: string, slugs: readonly string[] = []): Promise<string[]> {
  const { products } = await buildProducts(slugs, output)
  const faults: string[] = []
  for (const source of readProducts(slugs)) {
    faults.push(...sourceFaults(source).map((fault) => `${source.slug}: ${fault}`))
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
