import { randomUUID } from 'node:crypto'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { sample } from '../support/sample.ts'
import { behindThePages, expect, test } from './app.ts'

test.use({ fixture: 'isolated', javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

test('the directory begins with the topics that were opened most, each a link to its own page', async ({ page, app }) => {
  const topics = sample.topics.slice(40, 46).map(({ row }) => row.topic)
  await behindThePages(app)
    .rpc('record_views_and_clicks', {
      batch: randomUUID(),
      input: topics.map((topic, at) => ({
        key: `topic:${topic.toLowerCase()}`,
        day: dayInLagos(new Date()),
        views: 20 - at,
        clicks: 0,
      })),
    })
    .throwOnError()
  await page.goto(`${app.url}/topics-directory`)
  const opened = page.getByRole('region', { name: 'Opened most this month' }).getByRole('link')
  await expect(opened).toHaveText(topics.slice(0, 5))
  await page.goto(`${app.url}/topics-directory?area=Midwifery`)
  await expect(opened).toHaveCount(0)
  await page.goto(`${app.url}/topics-directory`)
  await opened.last().click()
  await expect(page.locator('#topics > li')).toHaveCount(1)
  await expect(page.locator('#topics details[open] h2')).toHaveText(topics[4] ?? '')
})
