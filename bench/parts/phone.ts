// A phone: Lighthouse's four scores, the largest contentful paint on a slow network, and the time from a key press to
// the found topics. Takes some minutes, and installs Lighthouse from the package registry for this run.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM } from '#scripts/suite/debian-packages.ts'
import { root, temporaryDirectory } from '#tests/support/processes.ts'
import { median } from '../load.ts'
import { startSite } from '../site.ts'
import { type Figure, ms } from '../table.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
/** Attempts, because Lighthouse itself sometimes fails (NO_NAVSTART). */
const TRIES = 3
const ROUNDS = 3
const PAGES = [
  '/',
  '/marketplace',
  '/material-preview/medication-adherence-hypertension-enugu',
  '/topics-directory',
  '/writing-services',
  '/courses',
  '/blog/sample-size-taro-yamane-formula-worked-example',
  '/faq',
]
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
/** The measured networks: slow 4G, and 400 kb/s with 400 ms. Bytes per second, milliseconds. */
const NETWORKS = [
  { name: 'slow 4G', down: (1.6 * 1024 * 1024) / 8, latency: 150, max: 500 },
  { name: '400 kb/s, 400 ms', down: (400 * 1024) / 8, latency: 400, max: 700 },
]
const MAX_BLOCKED_MS = 20

type Report = {
  categories: Record<string, { id: string; score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

export async function phone(): Promise<Figure[]> {
  const site = await startSite()
  const directory = temporaryDirectory()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  try {
    const figures: Figure[] = []
    for (const page of PAGES) {
      figures.push(scores(page, measured(site.url + page, path.join(directory.path, 'report.json'))))
      for (const network of NETWORKS) {
        const paints: number[] = []
        for (let round = 0; round < ROUNDS; round += 1) {
          paints.push(await largestPaint(browser, site.url + page, network))
        }
        const paint = median(paints)
        figures.push({
          figure: `${page}, largest paint, ${network.name}`,
          value: ms(paint),
          budget: ms(network.max),
          within: paint <= network.max,
        })
      }
    }
    figures.push({
      figure: 'topics: from a key to what it finds, 4 times slower CPU',
      value: ms(await keyToPaint(browser, site.url)),
    })
    return figures
  } finally {
    await browser.close()
    await site.end()
    directory.remove()
  }
}

function scores(page: string, { categories, audits }: Report): Figure {
  const all = Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100))
  const blocked = audits['total-blocking-time']?.numericValue ?? 0
  const shift = audits['cumulative-layout-shift']?.numericValue ?? 0
  return {
    figure: `${page}, Lighthouse`,
    value: `${all.join(' / ')}, blocked ${ms(blocked)}, shift ${shift.toFixed(3)}`,
    budget: `100 each, ${MAX_BLOCKED_MS} ms, 0`,
    within: all.every((score) => score === 100) && blocked <= MAX_BLOCKED_MS && shift === 0,
  }
}

/** Runs Lighthouse for a phone, on the project's own Node. */
function measured(url: string, file: string): Report {
  for (let tries = 1; ; tries += 1) {
    try {
      execFileSync(
        'npm',
        [
          'exec',
          '--yes',
          `--package=${LIGHTHOUSE}`,
          '--',
          'lighthouse',
          url,
          '--quiet',
          '--output=json',
          `--output-path=${file}`,
          `--chrome-flags=${FLAGS}`,
        ],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
          env: {
            ...process.env,
            CHROME_PATH: CHROMIUM,
            PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
          },
        },
      )
      return JSON.parse(fs.readFileSync(file, 'utf8')) as Report
    } catch (error) {
      if (tries === TRIES) {
        throw error
      }
    }
  }
}

async function largestPaint(
  browser: Browser,
  url: string,
  { down, latency }: { down: number; latency: number },
): Promise<number> {
  const page = await phonePage(browser)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: down,
    uploadThroughput: down,
  })
  await page.goto(url, { waitUntil: 'load' })
  // Wait half a second for a late paint; nothing large is loaded after the load event.
  await page.waitForTimeout(500)
  const paint = await page.evaluate(
    `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
       .observe({ type: 'largest-contentful-paint', buffered: true }))`,
  )
  await page.context().close()
  return Number(paint)
}

/**
 * Types a word when the list is loaded. Returns the time from the last key to the next frame after the list changed.
 */
async function keyToPaint(browser: Browser, site: string): Promise<number> {
  const page = await phonePage(browser)
  const session = await page.context().newCDPSession(page)
  await page.goto(`${site}/topics-directory`)
  const box = page.getByRole('searchbox').last()
  await box.click()
  await box.pressSequentially('hyg')
  await page.waitForTimeout(1500)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (const key of ['i', 'e', 'n', 'e']) {
    const from = Number(await page.evaluate('performance.now()'))
    await box.press(key)
    const until = Number(
      await page.evaluate(
        'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))',
      ),
    )
    times.push(until - from)
  }
  await page.context().close()
  return median(times)
}

async function phonePage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  return context.newPage()
}
