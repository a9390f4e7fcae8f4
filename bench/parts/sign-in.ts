// Fifty users sign in at the same time: sign-ins per second, and the response times of others.
import { figuresWhile, many, signIn } from '../busy.ts'
import { startSite } from '../site.ts'
import { type Figure, perSecond } from '../table.ts'

const FIFTY = 50

export async function signIns(): Promise<Figure[]> {
  const site = await startSite()
  try {
    let rate = 0
    const act = async () => {
      const from = performance.now()
      await many(FIFTY, (nth) => signIn(site, nth))
      rate = (FIFTY * 1000) / (performance.now() - from)
    }
    return await figuresWhile(site, [['50 people sign in at once', act, () => `${perSecond(rate)} signed in`]])
  } finally {
    await site.end()
  }
}
