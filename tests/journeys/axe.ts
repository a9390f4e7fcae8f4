import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from '@playwright/test'

/** Half as long as what `axe.source` holds, and each page has to read it. */
const source = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe complains of on this page: rule and markup. Without its usual driver for Playwright, which opens a second page for each run and
 * describes all that is right as well: it takes four times as long.
 * @param within a selector, when only a part is looked at. `without`: rules that do not apply.
 */
export async function complaintsOf(page: Page, { within, without = [] }: { within?: string; without?: string[] } = {}) {
  // A page that is just being replaced has no elements yet.
  await page.waitForLoadState()
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(source)
  }
  return page.evaluate(
    async ([part, rules]) => {
      const { violations } = await window.axe.run(part ?? document, {
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [within, without] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
