// Checks what is built of the products without building it: products/builder is not installed with the shop.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { LAMP } from '#app/ui/lamp.ts'
import { builtProducts, readBuiltProducts } from '#server/seed/product-manifest.ts'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { digestProducts, sealFaults } from '../../products/builder/digests.ts'

describe('the products in the repository', () => {
  test('are built from their sources and passed their tests', () => {
    expect(sealFaults()).toEqual([])
  })

  test('have subject areas of the shop', async () => {
    const areas = new Set(readSampleContent().materials.map(({ head }) => head.subject_area))
    const products = await readBuiltProducts(builtProducts)
    expect(products.length).toBeGreaterThan(30)
    expect(products.filter(({ subject_area }) => !areas.has(subject_area)).map(({ slug }) => slug)).toEqual([])
  })

  test("have the site's lamp", () => {
    expect(fs.readFileSync(path.resolve(builtProducts, '../builder/lamp.ts'), 'utf8')).toContain(`'${LAMP}'`)
  })
})

describe('sealFaults', () => {
  const products = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-products-'))
  afterAll(() => fs.rmSync(products, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(products, name)), { recursive: true })
    fs.writeFileSync(path.join(products, name), text)
  }
  const seal = () => {
    for (const name of [
      'package-lock.json',
      'builder/pdf.ts',
      'builder/pdf.test.ts',
      'pack/hands/slides.md',
      'dist/hands/a.pdf',
      'dist/manifest.json',
    ]) {
      write(name, 'as built')
    }
    write('dist/seal.json', JSON.stringify(digestProducts(products)))
  }
  const changed = 'The sources of the products changed after products/dist was built. Run: npm run build:products'
  const replaced = 'products/dist is not what was built. Run: npm run build:products'

  test.each([
    ['package-lock.json', [changed]],
    ['builder/pdf.test.ts', [changed]],
    ['pack/hands/slides.md', [changed]],
    ['pack/hands/new.md', [changed]],
    ['dist/hands/a.pdf', [replaced]],
    ['dist/manifest.json', [replaced]],
    ['dist/hands/b.pdf', [replaced]],
    ['README.md', []],
    ['node_modules/docx/index.js', []],
  ])('judges an edit of %s', (name, faults) => {
    seal()
    expect(sealFaults(products)).toEqual([])
    write(name, 'edited')
    expect(sealFaults(products)).toEqual(faults)
    fs.rmSync(path.join(products, name))
  })
})
