/*
 * Runs Lighthouse for a phone on the pages that visitors see first: `node bench/lighthouse.ts` after a build. It takes some minutes and
 * downloads Lighthouse from the package registry for this run. The scores move with the machine's load: run it on a quiet one.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { startLamplight } from '../tests/support/start-lamplight.ts'
import { temporaryDirectory } from '../tests/support/processes.ts'
import { CHROMIUM } from '../scripts/suite/debian-packages.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const pages = [
  '/',
  '/marketplace',
  '/material-preview/medication-adherence-hypertension-enugu',
  '/topics-directory',
  '/blog/sample-size-taro-yamane-formula-worked-example',
]
const chromium =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

type Report = {
  categories: Record<string, { id: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const directory = temporaryDirectory()
const lamplight = await startLamplight()
try {
  for (const page of pages) {
    const report = measure(lamplight.url + page)
    const scores = Object.values(report.categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`)
    const figures = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
      (id) => `${id} ${report.audits[id]?.displayValue ?? '-'}`,
    )
    console.log(`${page}\n  ${[...scores, ...figures].join(', ')}`)
    for (const { id, auditRefs } of Object.values(report.categories)) {
      for (const { id: audit, weight } of auditRefs) {
        const { score = null, title = audit } = report.audits[audit] ?? {}
        if (score !== null && score < 1 && weight > 0) {
          console.log(`  ${id}: ${title} (${score})`)
        }
      }
    }
  }
} finally {
  await lamplight.end()
  directory.remove()
}

function measure(url: string): Report {
  const file = path.join(directory.path, 'report.json')
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
      `--chrome-flags=${chromium}`,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CHROME_PATH: CHROMIUM } },
  )
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Report
}
