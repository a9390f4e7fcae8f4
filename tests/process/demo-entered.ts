import { expect } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'

/** Checks the bar of a demo at `url`: its two buttons sign in, and only from this machine. */
export async function expectDemoEntered(url: string): Promise<void> {
  expect((await ask(`${url}/`)).text).toContain('people and sales are made up.')
  const pages = { student: '/dashboard/earnings', admin: '/admin' } as const
  for (const role of ['student', 'admin'] as const) {
    const entered = await send(`${url}/dev/demo/enter`, { role })
    expect(entered.status).toBe(303)
    expect(entered.headers.location).toBe(role === 'student' ? '/dashboard' : '/admin')
    const page = await ask(`${url}${pages[role]}`, { headers: { cookie: cookieHeader(entered.cookies) } })
    expect(page.status).toBe(200)
    expect(page.text.includes('href="/admin/demo"')).toBe(role === 'admin')
    // A demo starts with this year as the last one of the upload form (server/jobs/upload-year.ts).
    expect(page.text).not.toContain('A setting out of date')
    if (role === 'student') {
      // The statement fits a phone: ten lines, and a link to older ones.
      expect(page.text.match(/<b class="num">[+−]₦/g)).toHaveLength(10)
      expect(page.text).toContain('Older lines')
      const dashboard = await ask(`${url}/dashboard`, { headers: { cookie: cookieHeader(entered.cookies) } })
      for (const part of ['Earnings by month', 'Where it is now', 'Your uploads', 'Being read', 'In the shop', 'Your orders']) {
        expect(dashboard.text).toContain(part)
      }
    }
  }
  expect((await send(`${url}/dev/demo/enter`, { role: 'owner' })).status).toBe(404)
  expect((await send(`${url}/dev/demo/enter`, { role: 'admin' }, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
    404,
  )
}
