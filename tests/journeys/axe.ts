import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from '@playwright/test'

/** Half as long as `axe.source`, which each page has to parse. */
const source = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Returns the rules that axe finds broken on this page, with markup. It does not use axe's usual driver for Playwright,
 * which opens a second page for each run and describes all that passes as well, and takes four times as long.
 * @param within a selector, to check only a part of the page. `without`: rules that do not apply.
 */
export async function getViolations(page: Page, { within, without = [] }: { within?: string; without?: string[] } = {}) {
  return complaintsUnder(page, { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }, within)
}

/**
 * Returns the rules about colours that axe finds broken in the dark theme. The other rules give the same results as in
 * the light one.
 */
export async function getDarkViolations(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' })
  const complaints = await complaintsUnder(page, { runOnly: { type: 'rule', values: ABOUT_COLOURS } })
  await page.emulateMedia({ colorScheme: 'light' })
  return complaints
}

const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block']

async function complaintsUnder(page: Page, rules: Pick<axe.RunOptions, 'rules' | 'runOnly'>, within?: string) {
  // A page that is being replaced has no elements yet.
  await page.waitForLoadState()
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(source)
  }
  return page.evaluate(
    async ([part, chosen]) => {
      // A toast that fades out has too little contrast for a moment, so each animation is set to its beginning during
      // the check.
      const running = document.getAnimations().filter(({ playState }) => playState === 'running')
      const times = running.map(({ currentTime }) => currentTime)
      for (const animation of running) {
        animation.pause()
        animation.currentTime = 0
      }
      const { violations } = await window.axe.run(part ?? document, {
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
        ...chosen,
      })
      for (const [at, animation] of running.entries()) {
        animation.currentTime = times[at] ?? 0
        animation.play()
      }
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [within, rules] as const,
  )
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
