import * as v from 'valibot'
import { looksLikeSlug } from '../pages/keys.ts'
import { pictureAt } from '../text/own-pictures.ts'
import { momentInLagos } from '../text/dates.ts'
import { parseWhatsappNumber } from '../text/phone-numbers.ts'
import { type Field, isMail, isPhone, line } from './fields.ts'

/* Schemas for the fields that only the admin console uses; the others are in fields.ts. */

/**
 * Parses a file size, entered as bytes with or without commas, as 380 kB or as 1.2 MB; null when empty. Returns bytes.
 */
export const fileSize = (): Field<number | null> =>
  v.pipe(
    line(20),
    v.transform((text) => text.replaceAll(/[,\s]/g, '').toLowerCase()),
    v.regex(/^(\d+b?|\d+(\.\d+)?(kb|mb))?$/, 'Such as 1.2 MB, 380 kB, or a number of bytes'),
    v.transform((text) => {
      const unit = text.endsWith('mb') ? 1024 * 1024 : text.endsWith('kb') ? 1024 : 1
      return text === '' ? null : Math.round(Number.parseFloat(text) * unit)
    }),
    v.check((bytes) => bytes === null || (bytes > 0 && Number.isSafeInteger(bytes)), 'A size above 0'),
  )

/** Parses whole naira, with or without the sign and commas; empty is 0, unless `missing` makes the field required. */
export const naira = (missing?: string): Field<number> =>
  v.pipe(
    line(20),
    v.check((text) => missing === undefined || text !== '', missing),
    v.transform((text) => text.replaceAll(/[₦,\s]/g, '')),
    v.regex(/^\d*$/, 'Whole naira, such as 3500'),
    v.check((text) => Number(text) <= 10_000_000, 'At most ₦10,000,000'),
    v.transform(Number),
  )

/**
 * Parses naira with or without kobo, sign and commas; null when empty, unless `missing` makes the field required.
 * Returns kobo.
 */
export const kobo = (missing?: string): Field<number | null> =>
  v.pipe(
    line(20),
    v.check((text) => missing === undefined || text !== '', missing),
    v.transform(getKobo),
    v.check((amount) => !Number.isNaN(amount), 'An amount in naira, such as 3,500 or 3500.50'),
    v.check((amount) => amount === null || amount <= 1_000_000_000, 'At most ₦10,000,000'),
  )

/** Converts naira to kobo: '₦3,500' is 350000. Null for an empty text, NaN for an invalid one. */
export function getKobo(values: string): number | null {
  const text = values.replaceAll(/[₦,\s]|NGN/g, '')
  return text === '' ? null : /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
}

/** Parses an https address; null when empty. */
export const httpsLink = (): Field<string | null> =>
  v.pipe(
    line(1000),
    v.check(
      (text) => text === '' || (/^https:\/\/\S+$/.test(text) && URL.canParse(text)),
      'A whole address, beginning with https://',
    ),
    v.transform((text) => text || null),
  )

/**
 * Parses the address of one of our pictures into its path; null when empty.
 * @param reason the error for every other address.
 * @param at decides which pictures the field accepts: any, or only avatars (own-pictures.ts).
 */
export const ownPicture = (reason: string, at = pictureAt): Field<string | null> =>
  v.pipe(
    line(1000),
    v.check((address) => address === '' || at(address, '') !== null, reason),
    v.transform((address) => at(address, '')?.src ?? null),
  )

/** Parses the last part of an address; '' means that it is generated from the title. */
export const slug = (): Field<string> =>
  v.pipe(
    line(200),
    v.check(
      (text) => text === '' || looksLikeSlug(text),
      'Small letters, digits and single hyphens, such as hand-hygiene-nurses-enugu',
    ),
  )

/** Parses a rating from 0 to 5 with at most one decimal; empty is 0. */
export const rating = (): Field<number> =>
  v.pipe(
    line(10),
    v.transform((text) => text.replace(',', '.')),
    v.check((text) => text === '' || (/^\d(\.\d)?$/.test(text) && Number(text) <= 5), 'From 0 to 5, such as 4.5'),
    v.transform(Number),
  )

/** Parses a checkbox. */
export const ticked = (): Field<boolean> =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((value) => value === 'on'),
  )

/** Parses an email address; '' when empty. */
export const mail = (): Field<string> =>
  v.pipe(
    line(254),
    v.check((text) => text === '' || isMail(text), 'An email address, such as hello@lamplight.ng'),
  )

/** Parses a telephone number, without invisible marks; '' when empty. */
export const phone = (): Field<string> =>
  v.pipe(
    line(40),
    v.transform((text) => text.replaceAll(/\p{Cf}/gu, '')),
    v.check((text) => text === '' || isPhone(text), 'A telephone number, such as +234 803 123 4567'),
  )

/** Parses a WhatsApp number into the form of wa.me: digits beginning with the country code, or ''. */
export const whatsappNumber = (): Field<string> =>
  v.pipe(
    line(40),
    v.check(
      (text) => text === '' || parseWhatsappNumber(text) !== null,
      'A number on WhatsApp, such as 0803 123 4567; of another country with + and its code',
    ),
    v.transform((text) => parseWhatsappNumber(text) ?? ''),
  )

const LONGEST_PLAN_MS = 366 * 24 * 60 * 60 * 1000

/** Parses a day and a time in Lagos at which a draft is published; null when empty. Returns a timestamp. */
export const publishAt = (): Field<string | null> =>
  v.pipe(
    v.optional(line(30), ''),
    v.transform((text) => (text === '' ? null : (momentInLagos(text) ?? Number.NaN))),
    v.check((moment) => moment === null || !Number.isNaN(moment), 'A day and a time, such as 28 November 2026, 09:00'),
    v.check((moment) => moment === null || moment > Date.now(), 'This time is past. Choose a later one, or publish now'),
    v.check((moment) => moment === null || moment < Date.now() + LONGEST_PLAN_MS, 'At most a year ahead'),
    v.transform((moment) => (moment === null ? null : new Date(moment).toISOString())),
  )

/** The error of a picture without a description. */
export const NO_PICTURE_WORDS = 'Say what the picture shows, for people who cannot see it'

/** Returns true if a picture is described, or there is no picture. */
export const isPictureDescribed = ({ image_url, image_alt }: { image_url: string | null; image_alt: string | null }): boolean =>
  image_url === null || image_alt !== null
