// Uploads of 50 MiB, one and twenty at a time: MiB per second, the response times of others, and the memory afterwards.
import { bodyOf, figuresWhile, many, getStudent, upload } from '../busy.ts'
import { getMemory } from '../load.ts'
import { startSite } from '../site.ts'
import { type Figure, mib } from '../table.ts'

const FIFTY = 50
const TWENTY = 20
const MAX_MEMORY = 1024

export async function uploads(): Promise<Figure[]> {
  const site = await startSite()
  try {
    const cookie = await getStudent(site)
    bodyOf(FIFTY)
    let rate = 0
    const timed = (size: number, act: () => Promise<unknown>) => async () => {
      const from = performance.now()
      await act()
      rate = (size * 1000) / (performance.now() - from)
    }
    const response = () => `${mib(rate)} a second`
    const figures = await figuresWhile(site, [
      ['a work of 50 MiB is sent', timed(FIFTY, () => upload(site, cookie, 0, FIFTY)), response],
      [
        'twenty works of 50 MiB are sent at once',
        timed(TWENTY * FIFTY, () => many(TWENTY, (nth) => upload(site, cookie, nth + 1, FIFTY))),
        response,
      ],
    ])
    const after = getMemory(site.pid)
    return [...figures, { figure: 'memory after this', value: mib(after), budget: mib(MAX_MEMORY), within: after <= MAX_MEMORY }]
  } finally {
    await site.end()
  }
}
