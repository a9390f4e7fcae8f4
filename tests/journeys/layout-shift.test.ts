import { expect, test } from './app.ts'

const pages = [
  '/',
  '/marketplace',
  '/topics-directory',
  '/material-preview/medication-adherence-hypertension-enugu',
  '/blog/sample-size-taro-yamane-formula-worked-example',
]

// Chromium's layout-shift score. A line of 20 px that moves by one pixel scores 0.00004; "good" ends at
// 0.1.
const VISIBLE_SHIFT = 0.0001

test('a page does not shift its layout while it streams on a slow connection', async ({ browser, app }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  // Bytes per second: slow enough that the browser draws the first part before the rest arrives.
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 200,
    downloadThroughput: 15_000,
    uploadThroughput: 15_000,
  })
  await page.addInitScript(
    `window.moved = []; new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
        [node?.nodeName, node?.className, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(' '))
      if (entry.value >= ${VISIBLE_SHIFT}) window.moved.push(entry.value + ': ' + moved.join('; '))
    })).observe({ type: 'layout-shift', buffered: true })`,
  )
  for (const address of pages) {
    await page.goto(app.url + address)
    await page.waitForTimeout(300)
    expect(await page.evaluate('window.moved'), address).toEqual([])
  }
  await context.close()
})
