import { behindThePages, expect, type TestApp, test } from './app.ts'
import { asAdmin, isInOrder } from './admin.ts'

test.use({ fixture: 'isolated', viewport: { width: 360, height: 740 } })

/** Lets three visitors miss a search, and runs the job that proposes entries. */
async function miss(app: TestApp, words: string) {
  const behind = behindThePages(app)
  for (let visitor = 0; visitor < 3; visitor += 1) {
    await behind.rpc('record_missed_search', { words, kind: 'material' }).throwOnError()
  }
  await expect.poll(async () => (await behind.rpc('propose_thesaurus_entries').throwOnError()).data).toBe(false)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an admin ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
    test.use({ javaScriptEnabled })
    const term = javaScriptEnabled ? 'PLWHA' : 'bedbath'
    const meaning = javaScriptEnabled ? 'living with hiv' : 'bed bath'
    const title = javaScriptEnabled ? /mothers living with HIV/ : /^Bodily privacy during nursing procedures/

    test('sees the effect of a proposed entry, dismisses it, changes their mind and accepts it', async ({ page, app }) => {
      await miss(app, term)
      await asAdmin(page, app)
      await page.goto(`${app.url}/admin/catalogue/missed-searches`)
      const proposals = page.getByRole('region', { name: 'Proposed for the thesaurus' })
      await expect(proposals.getByText(`${term} = ${meaning}`, { exact: true })).toBeVisible()
      await expect(proposals.getByText(/^That search would find 1 more work/)).toBeVisible()
      await expect(proposals.getByRole('link', { name: title })).toBeVisible()
      await proposals.getByText(/^Before and after, /).click()
      await expect(
        proposals.getByText(new RegExp(`^“${term.toLowerCase()}”, missed among the materials: 0 found → 1`)),
      ).toBeVisible()
      if (javaScriptEnabled) {
        await expect(proposals.getByText('“PLWHA”, rated materials: 0 → 100 of 100')).toBeVisible()
        await isInOrder(page)
      }

      await proposals.getByRole('button', { name: `Dismiss ${term} = ${meaning}` }).click()
      await expect(page.getByText('It will not be proposed again.')).toBeVisible()
      await expect(proposals).toBeHidden()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText('Proposed again', { exact: true })).toBeVisible()

      await proposals.getByRole('button', { name: `Accept ${term} = ${meaning}` }).click()
      await expect(page.getByText('Added to the thesaurus', { exact: true })).toBeVisible()
      await expect(proposals).toBeHidden()
      const missed = page.getByRole('listitem').filter({ hasText: `Answered by ${term} = ${meaning}` })
      await expect(missed.getByText('answered', { exact: true })).toBeVisible()
      await missed.getByRole('link', { name: `${term} = ${meaning}` }).click()
      await page.getByRole('link', { name: 'Missed searches' }).first().click()
      await expect(missed).toBeVisible()
      await page.goto(`${app.url}/marketplace?search=${term}`)
      await expect(page.locator('#found h2.name, #found h3.name').filter({ hasText: title })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Closest works' })).toHaveCount(0)

      await page.goto(`${app.url}/admin/catalogue/thesaurus?search=${term}+${meaning.replaceAll(' ', '+')}`)
      await page.getByRole('link', { name: term, exact: true }).first().click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Entry deleted', { exact: true })).toBeVisible()
    })
  })
}
