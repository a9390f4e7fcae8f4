import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import PostalMime from 'postal-mime'
import type { Database } from '#app/services/database.ts'
import { sample } from '../support/sample.ts'
import { type TestApp, startApp } from '../support/start-app.ts'
import { cacheFixture, test as base } from './cached.ts'

export { DEMO_PASSWORD, type TestApp, startApp } from '../support/start-app.ts'

const pristine = cacheFixture(startApp)
const shared = cacheFixture(startApp)
const isolated = cacheFixture(startApp)

/**
 * The test app of a journey: one whose public content nobody changes, one where other journeys add works, posts,
 * comments and the like, or one for this file alone.
 */
type AppFixture = 'pristine' | 'shared' | 'isolated'

/**
 * A browser error that a test provokes on purpose: a failed request by its status, or a connection that the test cuts.
 */
type ProvokedError = number | keyof typeof CONNECTION_ERRORS

const CONNECTION_ERRORS = {
  offline: /ERR_INTERNET_DISCONNECTED/,
  'cut line': /ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_EMPTY_RESPONSE/,
  'aborted request': /ERR_FAILED/,
  // React Router says why it loads the page again.
  released: /^(Error loading route module|TypeError: Failed to fetch dynamically imported module)/,
  // Vite's client takes a socket that it could not open for an open one, and then sends to no socket.
  restart:
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_SOCKET_NOT_CONNECTED|WebSocket|^\[vite\] TypeError: .*undefined \(reading 'send'\)/,
}

const getMessage = (provoked: ProvokedError): RegExp =>
  typeof provoked === 'number' ? new RegExp(`status of ${provoked} `) : CONNECTION_ERRORS[provoked]

/**
 * Fails a test in every window on any error that a page throws or prints in the console, except those named to
 * `expectErrors`.
 */
export const test = base.extend<{
  app: TestApp
  fixture: AppFixture
  expectErrors: (...provoked: ProvokedError[]) => void
  logOnFailure: (app: TestApp) => void
}>({
  fixture: ['pristine', { option: true }],
  /** Prints what an app logged during the journey, if the journey fails. */
  logOnFailure: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use, info) => {
      const logs: (() => string)[] = []
      await use(({ url, running }) => {
        const before = running.output().length
        logs.push(() => `What ${url} logged during “${info.title}”:\n${running.output().slice(before)}`)
      })
      if (info.status !== info.expectedStatus) {
        logs.forEach((log) => process.stdout.write(`\n${log()}\n`))
      }
    },
    { auto: true },
  ],
  app: async ({ fixture, keeper, logOnFailure }, use) => {
    const app = await {
      pristine: () => keeper.forWorker(pristine),
      shared: () => keeper.forWorker(shared),
      isolated: () => keeper.forThisFile(isolated),
    }[fixture]()
    logOnFailure(app)
    await use(app)
    if (fixture === 'pristine') {
      const { count } = await behindThePages(app)
        .from('research_materials')
        .select('id', { count: 'exact', head: true })
        .not('published_at', 'is', null)
        .throwOnError()
      expect(count, "published works of the pristine app: use `fixture: 'shared'` to publish").toBe(sample.materials.length)
    }
  },
  // It fails after the journey, so that it needs `logOnFailure`, which must outlive it.
  expectErrors: [
    async ({ browser, logOnFailure: _outlives }, use) => {
      const errors: string[] = []
      // A journey may remove the session while the site's script asks for the saved works of the account. React Router
      // handles the end of a response that a newer request aborted, but not the promise of its last byte.
      const expected: RegExp[] = [
        /status of 401 .*\/saved\/account /,
        /^AbortError: (BodyStreamBuffer was aborted|signal is aborted without reason) /,
      ]
      const watch = (context: BrowserContext) => {
        context.on('console', (message) => {
          if (message.type() === 'error') {
            errors.push(`${message.text()} ${message.location().url} (on ${message.page()?.url()})`)
          }
        })
        context.on('weberror', (failed) => errors.push(`${failed.error()} (on ${failed.page()?.url()})`))
      }
      browser.on('context', watch)
      await use((...provoked) => expected.push(...provoked.map(getMessage)))
      browser.off('context', watch)
      expect(
        errors.filter((error) => !expected.some((pattern) => pattern.test(error))),
        'errors in the browser',
      ).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Returns a client of the backend with the secret key, to check what is stored. */
export function behindThePages(app: TestApp) {
  return createClient<Database>(app.backend.url, app.backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** Returns a client of the backend for a user who signed in with their own password, without our pages. */
export async function pastThePages(app: TestApp, email: string, password: string) {
  const client = createClient<Database>(app.backend.url, app.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

/**
 * Returns the newest email to an address, of this subject if one is named, parsed from its file. Waits until there is
 * one.
 */
export async function mailTo(dataDirectory: string, address: string, subject?: string) {
  const directory = path.join(dataDirectory, 'mail')
  let found: Awaited<ReturnType<typeof PostalMime.parse>> | undefined
  await expect
    .poll(async () => {
      const names = fs.existsSync(directory) ? fs.readdirSync(directory).filter((name) => name.endsWith('.eml')) : []
      for (const name of names.toSorted().toReversed()) {
        const mail = await PostalMime.parse(fs.readFileSync(path.join(directory, name)))
        if (mail.to?.some((to) => to.address === address) && (subject === undefined || mail.subject === subject)) {
          found = mail
          return true
        }
      }
      return false
    })
    .toBe(true)
  if (!found) {
    throw new Error(`No email ${subject ?? ''} was sent to ${address}`)
  }
  return found
}

/** Returns the confirmation link in an email. */
export function linkIn(mail: { text?: string | undefined }): string {
  const link = mail.text?.match(/https?:\/\/\S+\/auth\/confirm\?\S+/)?.[0]
  if (!link) {
    throw new Error(`Could not find a link in:\n${mail.text}`)
  }
  return link
}

/** Returns an unused address. */
export function newAddress(name: string): string {
  return `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.ng`
}
