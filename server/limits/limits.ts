/*
 * Every limit of the site with its reason (docs/decisions/0017-rate-limits.md). In Nigeria a whole campus, or a quarter of a town on one mobile
 * network, shares one address. So limits per address are wide and limits per person are narrow.
 */
import type { Limited } from '#app/platform/limits/limits.server.ts'

export type Rule = {
  /**
   * Whose tries are counted together. `address`: where the visitor is (IPv6 by /64). `person`: who is signed in. `account`: the email that was
   * typed, whether it has an account or not. `account at address`: one email from one address.
   */
  per: 'address' | 'person' | 'account' | 'account at address'
  most: number
  /** In seconds, from the first try. */
  within: number
  /** True when only failed tries count. */
  failures?: true
  /**
   * What happens beyond `most`. Without it, the try is refused (429). `slowed`: each answer comes later. `spared`: the usual answer, but
   * nothing is done. A limit that counts by `account` alone must have one of the two, because strangers must not be able to lock the owner
   * out.
   */
  beyond?: 'slowed' | 'spared'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A slowed answer waits so many milliseconds for each try beyond `most`, up to the second figure. This slows guessing but does not prevent
 * a sign-in.
 */
export const SLOWED_BY_MS = 250
export const SLOWED_AT_MAX_MS = 4000

/**
 * What each process counts for itself, also where the others are shared: it happens with every page, and guards this machine and no account.
 * A question to the database for each would bring the flood to where it must not come.
 */
export const countedByEachProcess: ReadonlySet<string> = new Set<Limited>([
  'search',
  'file-in-pieces',
  'views-and-clicks',
  'share-picture',
])

export const limits: Readonly<Record<Limited, readonly Rule[]>> = {
  'sign-in': [
    // A class may sign in over one phone, one after the other; a program is faster.
    { per: 'address', most: 30, within: MINUTE },
    // People who share an address mistype sometimes; a list of stolen passwords is longer.
    { per: 'address', most: 100, within: HOUR, failures: true },
    // A person who has forgotten a password tries five or six, then asks for a new one.
    { per: 'account at address', most: 10, within: 15 * MINUTE, failures: true },
    // Somebody guesses one account's password from many addresses.
    { per: 'account', most: 20, within: HOUR, failures: true, beyond: 'slowed' },
  ],
  'sign-up': [
    // A lecture hall makes its accounts together, over the campus line; each costs one mail.
    { per: 'address', most: 30, within: MINUTE },
    { per: 'address', most: 200, within: HOUR },
    // Each try at one email mails its owner.
    { per: 'account at address', most: 5, within: HOUR },
  ],
  'new-password': [
    { per: 'address', most: 60, within: HOUR },
    // The mail takes a minute or two, so people ask again.
    { per: 'account at address', most: 5, within: HOUR },
    // Nobody's inbox can be filled from many addresses; the newest link in it works.
    { per: 'account', most: 10, within: HOUR, beyond: 'spared' },
  ],
  resend: [
    { per: 'address', most: 60, within: HOUR },
    { per: 'account at address', most: 5, within: HOUR },
    { per: 'account', most: 10, within: HOUR, beyond: 'spared' },
  ],
  'mail-link': [
    // A lecture hall confirms its accounts. Guessing a link's ten digits takes some ten thousand million tries.
    { per: 'address', most: 300, within: HOUR },
  ],
  'present-password': [
    // A person who found a signed-in phone may try to take over the account.
    { per: 'person', most: 10, within: 15 * MINUTE, failures: true },
    { per: 'address', most: 100, within: HOUR, failures: true },
  ],
  'new-email': [
    // Each try sends a mail to the old and to the new address, which may belong to a stranger.
    { per: 'person', most: 5, within: HOUR },
    { per: 'address', most: 60, within: HOUR },
  ],
  export: [
    // An archive reads all files of the person, sixty works at a time.
    { per: 'person', most: 20, within: HOUR },
    { per: 'address', most: 100, within: HOUR },
  ],
  comment: [
    // A person reads each before it is shown.
    { per: 'person', most: 5, within: 10 * MINUTE },
    { per: 'person', most: 30, within: DAY },
    // A class discusses a work.
    { per: 'address', most: 60, within: HOUR },
  ],
  report: [
    // The admin looks at each. A reader who finds several bad comments reports a handful.
    { per: 'person', most: 10, within: 10 * MINUTE },
    { per: 'person', most: 30, within: DAY },
    // A whole class may report the same work.
    { per: 'address', most: 60, within: HOUR },
  ],
  'topic-request': [
    // A group asks for its members' topics over one account; a person answers each.
    { per: 'person', most: 10, within: HOUR },
    { per: 'person', most: 20, within: DAY },
    { per: 'address', most: 60, within: HOUR },
  ],
  'test-mail': [
    // An admin sets the mail server up. Each try opens a connection to it.
    { per: 'person', most: 10, within: HOUR },
    { per: 'address', most: 30, within: HOUR },
  ],
  search: [
    // The marketplace searches at most every 300 ms while a person types. That is 200 a minute, and nobody types for a whole minute.
    { per: 'person', most: 240, within: MINUTE },
    // Twenty a second: some forty people who type at the same moment behind one address, and a twentieth of what a small machine answers.
    { per: 'address', most: 1200, within: MINUTE },
  ],
  upload: [
    // Every form may bring 50 MB, whether it fits or not. Four years of work sent in one evening are some ten files.
    { per: 'person', most: 40, within: HOUR },
    { per: 'person', most: 80, within: DAY },
    { per: 'address', most: 200, within: HOUR },
  ],
  'file-in-pieces': [
    // Files that are begun and not sent in are removed later (server/uploads/partials.ts). On a poor connection a student may begin often.
    { per: 'person', most: 100, within: HOUR },
    { per: 'address', most: 400, within: HOUR },
  ],
  'views-and-clicks': [
    // Forty readers behind one address who open a page every ten seconds. What is more is answered and not counted.
    { per: 'address', most: 240, within: MINUTE },
  ],
  'share-picture': [
    // Drawing one takes a tenth of a second; a link in a group of a thousand is fetched by the phones of those who send it, each from its own place.
    { per: 'address', most: 300, within: MINUTE },
  ],
  payment: [
    // A lecture hall buys the same work over the campus line; each costs a call to Paystack.
    { per: 'address', most: 60, within: 10 * MINUTE },
    { per: 'address', most: 400, within: DAY },
    // A card that fails is tried a few times.
    { per: 'account at address', most: 15, within: HOUR },
  ],
  'order-look-up': [
    { per: 'address', most: 60, within: HOUR },
    { per: 'account at address', most: 5, within: HOUR },
    // Nobody's inbox can be filled from many addresses.
    { per: 'account', most: 10, within: HOUR, beyond: 'spared' },
  ],
  'account-name': [
    // Each costs one of Paystack's few look-ups, and nobody may learn the names behind a list of numbers.
    { per: 'person', most: 5, within: HOUR },
    { per: 'person', most: 10, within: DAY },
    { per: 'address', most: 60, within: HOUR },
  ],
  download: [
    // A poor connection takes a file in many pieces. Each order has a limit of its own besides (public.consume_download).
    { per: 'address', most: 300, within: 10 * MINUTE },
    { per: 'account at address', most: 100, within: HOUR },
  ],
}
