// Bytes (with headers) and requests of each page, for a first and a repeated view.
import { ask } from '#tests/support/http.ts'
import { startSite } from '../site.ts'
import { type Figure, kb } from '../table.ts'

const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
/** Budgets of docs/performance.md in kB: a page arrives in TCP's first round trip. */
const PAGES: [string, string, number][] = [
  ['home', '/', 14],
  ['marketplace', '/marketplace', 14],
  ['a search', '/marketplace?search=midwife', 14],
  ['a material', MATERIAL, 14],
  ['topics', '/topics-directory', 20],
  ['services', '/writing-services', 14],
  ['courses', '/courses', 14],
  ['a post', '/blog/sample-size-taro-yamane-formula-worked-example', 18],
]
const REPEAT_KB = 3

export async function bytes(): Promise<Figure[]> {
  const site = await startSite()
  try {
    const figures: Figure[] = []
    for (const [name, path, budget] of PAGES) {
      // A page is compressed at the best quality only after repeated requests.
      for (let tries = 0; tries < 6; tries += 1) {
        await ask(site.url + path, { headers: { 'accept-encoding': 'br' } })
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      const page = await ask(site.url + path, { headers: { 'accept-encoding': 'br' } })
      const again = await ask(site.url + path, {
        headers: { 'accept-encoding': 'br', 'if-none-match': String(page.headers.etag) },
      })
      const first = page.body.length + getSize(page.headers)
      const repeated = again.body.length + getSize(again.headers)
      figures.push({
        figure: `${name}, first view, one request`,
        value: kb(first),
        budget: `${budget} kB`,
        within: first <= budget * 1024,
      })
      figures.push({
        figure: `${name}, again`,
        value: kb(repeated),
        budget: `${REPEAT_KB} kB`,
        within: repeated <= REPEAT_KB * 1024,
      })
    }
    const list = await ask(`${site.url}/topics-directory/all.json`, { headers: { 'accept-encoding': 'br' } })
    figures.push({
      figure: 'the whole list of topics',
      value: kb(list.body.length),
      budget: '85 kB',
      within: list.body.length <= 85 * 1024,
    })
    return figures
  } finally {
    await site.end()
  }
}

function getSize(headers: Record<string, unknown>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + String(value).length + 4, 17)
}
