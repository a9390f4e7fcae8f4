import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import PostalMime from 'postal-mime'
import type { Database } from '../../app/platform/process/database.ts'
import { type Lamplight, startLamplight } from '../support/start-lamplight.ts'
import { kept, test as base } from './kept.ts'

export { DEMO_PASSWORD, type Lamplight, startLamplight } from '../support/start-lamplight.ts'

const asTheSeedLeftIt = kept(startLamplight)
const changedByOthers = kept(startLamplight)
const ofOneFile = kept(startLamplight)

/**
 * Which Lamplight a journey looks at: the one where nobody changes what visitors see; one where other journeys add works, posts, comments and
 * the like of their own; or one of this file alone, for what others must not have touched at all.
 */
type Shop = 'as the seed left it' | 'changed by others' | 'its own'

/** An expected 4xx page and being offline print such a message. */
const EXPECTED = /status of 4\d\d|ERR_INTERNET_DISCONNECTED/
/** A cut line too, if the browser does not ask again by itself: it does on a connection that had an answer before. */
const EXPECTED_ON_A_CUT_LINE = /ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_EMPTY_RESPONSE/

/** An unexpected error in the browser's console fails a journey. `cutsItsLine`: the journey cuts connections itself. */
export const test = base.extend<{ lamplight: Lamplight; shop: Shop; cutsItsLine: boolean }>({
  shop: ['as the seed left it', { option: true }],
  cutsItsLine: [false, { option: true }],
  lamplight: async ({ shop, keeper }, use) => {
    await use(
      await {
        'as the seed left it': () => keeper.forWorker(asTheSeedLeftIt),
        'changed by others': () => keeper.forWorker(changedByOthers),
        'its own': () => keeper.forThisFile(ofOneFile),
      }[shop](),
    )
  },
  page: async ({ page, cutsItsLine }, use) => {
    const complaints: string[] = []
    const isExpected = (text: string) => EXPECTED.test(text) || (cutsItsLine && EXPECTED_ON_A_CUT_LINE.test(text))
    page.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) {
        complaints.push(message.text())
      }
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await use(page)
    expect(complaints, 'what the browser complained of').toEqual([])
  },
})
export { expect }

/** A client of the backend with the secret key, to check what is stored. */
export function behindThePages(lamplight: Lamplight) {
  return createClient<Database>(lamplight.backend.url, lamplight.backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** A client of the backend for a person who signed in with their own password, without our pages. */
export async function pastThePages(lamplight: Lamplight, email: string, password: string) {
  const client = createClient<Database>(lamplight.backend.url, lamplight.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return client
}

/** The newest mail to an address, of this subject if one is named, parsed from its file; waits until there is one. */
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
    throw new Error(`No mail ${subject ?? ''} to ${address}`)
  }
  return found
}

/** The confirmation link in a mail. */
export function linkIn(mail: { text?: string | undefined }): string {
  const link = mail.text?.match(/https?:\/\/\S+\/auth\/confirm\?\S+/)?.[0]
  if (!link) {
    throw new Error(`There is no link in:\n${mail.text}`)
  }
  return link
}

/** An address nobody has used before. */
export function newAddress(name: string): string {
  return `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.ng`
}
