import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from './app.ts'

/** Types the demo admin's password, if the page asks for it: it is asked once for ten minutes. */
export async function confirmPassword(page: Page, label: string | RegExp): Promise<void> {
  const field = page.getByLabel(label, typeof label === 'string' ? { exact: true } : {})
  if (await field.isVisible()) {
    await field.fill(DEMO_PASSWORD)
  }
}

/** Lets the console ask for the password again. */
export async function forgetPassword(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'confirmed' })
  await page.reload()
}
