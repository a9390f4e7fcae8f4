/*
 * Every limit of the site with its reason (docs/decisions/0017-rate-limits.md). In Nigeria a whole campus, or a
 * quarter of a town on one mobile network, shares one address. So limits per address are wide and limits per person
 * are narrow.
 */
import type { Limited } from '#app/platform/limits/limits.server.ts'

export type Rule = {
  /**
   * The key by which attempts are counted. `address`: the visitor's address (IPv6 by /64). `person`: the signed-in
   * user. `account`: the submitted email, with or without an account. `account at address`: one email from one
   * address.
   */
  per: 'address' | 'person' | 'account' | 'account at address'
  max: number
  /** In seconds, from the first attempt. */
  within: number
  /** True when only failed attempts count. */
  failures?: true
  /**
   * The reaction beyond `most`. Without it, the attempt is rejected (429). `slowed`: each response is delayed.
   * `spared`: the usual response, but nothing is done. A limit that counts by `account` alone must have one of the
   * two, because strangers must not be able to lock the owner out.
   */
  beyond?: 'slowed' | 'spared'
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Delay in milliseconds for each attempt beyond `most`, up to the second figure. This slows guessing but does not
 * prevent a sign-in.
 */
export const SLOWED_BY_MS = 250
export const SLOWED_AT_MAX_MS = 4000

/**
 * Limits that stay per process even when the rest are shared. They are checked on every page and protect this
 * machine, not an account. A database query for each would pass the flood on to the database.
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
    { per: 'address', max: 30, within: MINUTE },
    // Users who share an address mistype sometimes; a list of stolen passwords is longer.
    { per: 'address', max: 100, within: HOUR, failures: true },
    // A user who has forgotten a password tries five or six, then requests a new one.
    { per: 'account at address', max: 10, within: 15 * MINUTE, failures: true },
    // This limits guesses at one account's password from many addresses.
    { per: 'account', max: 20, within: HOUR, failures: true, beyond: 'slowed' },
  ],
  'sign-up': [
    // A lecture hall creates its accounts together, over the campus line; each costs one email.
    { per: 'address', max: 30, within: MINUTE },
    { per: 'address', max: 200, within: HOUR },
    // Each attempt at one email sends an email to its owner.
    { per: 'account at address', max: 5, within: HOUR },
  ],
  'new-password': [
    { per: 'address', max: 60, within: HOUR },
    // The email takes a minute or two, so users request it again.
    { per: 'account at address', max: 5, within: HOUR },
    // No inbox can be filled from many addresses; the newest link in it works.
    { per: 'account', max: 10, within: HOUR, beyond: 'spared' },
  ],
  resend: [
    { per: 'address', max: 60, within: HOUR },
    { per: 'account at address', max: 5, within: HOUR },
    { per: 'account', max: 10, within: HOUR, beyond: 'spared' },
  ],
  'mail-link': [
    // A lecture hall confirms its accounts. Guessing a link's ten digits takes some ten billion attempts.
    { per: 'address', max: 300, within: HOUR },
  ],
  'present-password': [
    // A thief of a signed-in phone may try to take over the account.
    { per: 'person', max: 10, within: 15 * MINUTE, failures: true },
    { per: 'address', max: 100, within: HOUR, failures: true },
  ],
  'second-factor': [
    // Only who has the password gets here. Three of a million codes are valid at a time, so thirty guesses a day find
    // one with a chance of 3 % in a year. A passkey is not limited, and lets the owner in.
    { per: 'person', max: 10, within: 15 * MINUTE, failures: true },
    { per: 'person', max: 30, within: DAY, failures: true },
    { per: 'address', max: 100, within: HOUR, failures: true },
  ],
  'new-email': [
    // Each attempt sends an email to the old and to the new address, which may belong to a stranger.
    { per: 'person', max: 5, within: HOUR },
    { per: 'address', max: 60, within: HOUR },
  ],
  export: [
    // An archive reads all files of the user, sixty works at a time.
    { per: 'person', max: 20, within: HOUR },
    { per: 'address', max: 100, within: HOUR },
  ],
  comment: [
    // An admin reads each before it is shown.
    { per: 'person', max: 5, within: 10 * MINUTE },
    { per: 'person', max: 30, within: DAY },
    // A class discusses a work.
    { per: 'address', max: 60, within: HOUR },
  ],
  report: [
    // The admin checks each. A reader who finds several bad comments reports a handful.
    { per: 'person', max: 10, within: 10 * MINUTE },
    { per: 'person', max: 30, within: DAY },
    // A whole class may report the same work.
    { per: 'address', max: 60, within: HOUR },
  ],
  'topic-request': [
    // A group requests its members' topics over one account; an admin responds to each.
    { per: 'person', max: 10, within: HOUR },
    { per: 'person', max: 20, within: DAY },
    { per: 'address', max: 60, within: HOUR },
  ],
  contact: [
    // A person writes again when they forgot something.
    { per: 'account at address', max: 5, within: HOUR },
    // A class with the same question shares one address.
    { per: 'address', max: 30, within: HOUR },
  ],
  alert: [
    // A class meets the same empty search over one line; each costs one email.
    { per: 'address', max: 60, within: HOUR },
    { per: 'person', max: 30, within: HOUR },
    { per: 'account at address', max: 5, within: HOUR },
    // No inbox can be filled from many addresses. The database sends it three such emails a day (public.request_alert).
    { per: 'account', max: 10, within: HOUR, beyond: 'spared' },
  ],
  'test-mail': [
    // An admin sets the mail server up. Each attempt opens a connection to it.
    { per: 'person', max: 10, within: HOUR },
    { per: 'address', max: 30, within: HOUR },
  ],
  search: [
    // The marketplace searches at most every 300 ms while a user types. That is 200 a minute, and no user types for a
    // whole minute.
    { per: 'person', max: 240, within: MINUTE },
    // Twenty a second allow some forty users who type at the same
    // time behind one address, and use 5 % of a small machine.
    { per: 'address', max: 1200, within: MINUTE },
  ],
  upload: [
    // Every form may bring 50 MB, whether it is valid or not. Four years of work submitted in one evening are some
    // ten files.
    { per: 'person', max: 40, within: HOUR },
    { per: 'person', max: 80, within: DAY },
    { per: 'address', max: 200, within: HOUR },
  ],
  'file-in-pieces': [
    // Upload sessions that are never submitted are removed later (server/uploads/upload-sessions.ts). On a poor connection a
    // student may start often.
    { per: 'person', max: 100, within: HOUR },
    { per: 'address', max: 400, within: HOUR },
  ],
  'file-values': [
    // Reading a file for the upload form takes a process of its own for a second. A student chooses a few files.
    { per: 'person', max: 40, within: HOUR },
    { per: 'address', max: 200, within: HOUR },
  ],
  'views-and-clicks': [
    // Allows forty readers behind one address who open a page every ten seconds. Further requests get a response and
    // are not counted.
    { per: 'address', max: 240, within: MINUTE },
  ],
  'share-picture': [
    // Drawing one takes 0.1 s. A link in a group of a thousand is fetched by the phones of its senders, each from its
    // own address.
    { per: 'address', max: 300, within: MINUTE },
  ],
  payment: [
    // A lecture hall buys the same work over the campus line; each order costs a call to Paystack.
    { per: 'address', max: 60, within: 10 * MINUTE },
    { per: 'address', max: 400, within: DAY },
    // A buyer tries a failing card a few times.
    { per: 'account at address', max: 15, within: HOUR },
  ],
  'discount-code': [
    // Only codes that do not exist count. A lecture hall mistypes some; a program that guesses tries thousands.
    { per: 'address', max: 60, within: HOUR, failures: true },
    { per: 'account at address', max: 10, within: HOUR, failures: true },
  ],
  'order-look-up': [
    { per: 'address', max: 60, within: HOUR },
    { per: 'account at address', max: 5, within: HOUR },
    // No inbox can be filled from many addresses.
    { per: 'account', max: 10, within: HOUR, beyond: 'spared' },
  ],
  'account-name': [
    // Each costs one of Paystack's few look-ups, and no user may learn the names behind a list of numbers.
    { per: 'person', max: 5, within: HOUR },
    { per: 'person', max: 10, within: DAY },
    { per: 'address', max: 60, within: HOUR },
  ],
  download: [
    // A poor connection takes a file in many parts. Each order also has its own limit (public.consume_download).
    { per: 'address', max: 300, within: 10 * MINUTE },
    { per: 'account at address', max: 100, within: HOUR },
  ],
}
