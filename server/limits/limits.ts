/*
 * How often is too often: every limit of the site, each with its reason (docs/decisions/0017-limits.md). Real life comes first. In Nigeria a whole
 * campus, or a quarter of a town on one mobile network, has one address, so limits per address are wide and those per person narrow.
 */
import type { Limited } from '../../app/platform/limits/limits.server.ts'

export type Rule = {
  /**
   * Whose tries are counted together. `address`: where the visitor is (IPv6 by /64). `person`: who is signed in. `account`: the email that was
   * typed, whether it has an account or not. `account at address`: one email from one address.
   */
  per: 'address' | 'person' | 'account' | 'account at address'
  most: number
  /** Seconds, from the first try on. */
  within: number
  /** Only what failed stays counted. */
  failures?: true
  /**
   * What happens beyond `most`; the try is refused (429) unless it says otherwise. `slowed`: answered later and later. `spared`: answered as
   * always, but what was asked for is not done again. Whoever counts by `account` alone says one of the two: strangers must not be able to
   * shut its owner out.
   */
  beyond?: 'slowed' | 'spared'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A slowed answer waits so many milliseconds for each try beyond `most`, up to the second figure: to guess gets slow, to sign in does not get hard. */
export const SLOWED_BY_MS = 250
export const SLOWED_AT_MOST_MS = 4000

export const limits: Readonly<Record<Limited, readonly Rule[]>> = {
  'sign-in': [
    // A class signs in over one phone one after the other; a program is faster.
    { per: 'address', most: 30, within: MINUTE },
    // Many who share an address mistype now and then; a list of stolen passwords is longer.
    { per: 'address', most: 100, within: HOUR, failures: true },
    // Who has forgotten a password tries five or six, then asks for a new one.
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
    // The mail takes a minute or two, and people are impatient.
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
    // A lecture hall confirms its accounts. To try out a link's ten digits takes some ten thousand million.
    { per: 'address', most: 300, within: HOUR },
  ],
  'present-password': [
    // Whoever found a phone signed in may try to make the account their own.
    { per: 'person', most: 10, within: 15 * MINUTE, failures: true },
    { per: 'address', most: 100, within: HOUR, failures: true },
  ],
  'new-email': [
    // Each try mails the old and the new address, which may be anybody's.
    { per: 'person', most: 5, within: HOUR },
    { per: 'address', most: 60, within: HOUR },
  ],
  export: [
    // An archive reads all of one's files, sixty works at a time.
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
    // A person looks at each; who finds a bad thread of comments reports a handful.
    { per: 'person', most: 10, within: 10 * MINUTE },
    { per: 'person', most: 30, within: DAY },
    // A class finds its own case in a work.
    { per: 'address', most: 60, within: HOUR },
  ],
  'topic-request': [
    // A group asks for its members' topics over one account; a person answers each.
    { per: 'person', most: 10, within: HOUR },
    { per: 'person', most: 20, within: DAY },
    { per: 'address', most: 60, within: HOUR },
  ],
  search: [
    // The marketplace asks at most every 300 ms while one types, which makes 200 a minute, and nobody types for a minute.
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
    // What is begun and not sent in takes no lasting room (server/uploads/partials.ts); a poor line may make one begin often.
    { per: 'person', most: 100, within: HOUR },
    { per: 'address', most: 400, within: HOUR },
  ],
  'share-picture': [
    // Drawing one takes a tenth of a second; a link in a group of a thousand is fetched by the phones of those who send it, each from its own place.
    { per: 'address', most: 300, within: MINUTE },
  ],
}
