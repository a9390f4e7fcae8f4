// Checks sources and built files of products.
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
      if (built) {
        const found = await fileFaults(built, file, path.join(output, source.slug))
        faults.push(...found.map((fault) => `${source.slug}/${file.name} ${fault}`))
      }
    }
  }
  return faults
}
