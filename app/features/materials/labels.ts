import { capitalised, shortened } from '#app/platform/text/strings.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import type { Selling } from '#app/services/orders.ts'
import type { ShopIconName } from '#app/ui/shop-icon.tsx'
import { formatsInShort } from './files.ts'
import { getPreviewSection } from './preview-section.ts'
import type { Author, Material } from './queries.server.ts'
import { formatPages, getFile } from './study-details.ts'
import { describeSales, describeSort, isOutline, soldWhere } from './sold.ts'

/* The sentences of a material's page. Samples have their own, because no student wrote them and they have no file. A
   sample that is not sold is called an outline. */

/** The formats of a material's file (SPEC 5). */
export const materialFormats = ['PDF', 'Word', 'PowerPoint', 'Other'] as const

/** The warning before a material that cannot be bought is published. */
export const NOBODY_CAN_BUY =
  'It has a price, but nobody can buy it yet: give it a Selar link, or add a file and tick "Sold here"'

/**
 * Returns the description for search engines and shared links: open part, length, price and subject. A sample has no
 * length and no price.
 */
export function described(material: Material): string {
  const open = getPreviewSection(material)
  const { is_sample, pages, price, subject_area, title } = material
  return [
    is_sample && isOutline(material) && 'An outline, free to read.',
    is_sample && !isOutline(material) && (open ? `A sample work: read ${open.inSentence} free.` : 'A sample work.'),
    !is_sample && open && `Read ${open.inSentence} free.`,
    !is_sample && pages !== null && `${formatPages(pages)}.`,
    !is_sample && `${formatPrice(price)}.`,
    subject_area ? `${subject_area}: ${title}.` : `${title}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The beginning of the sentence on the readers in the abstract of one of our products. */
const READERS = 'For: '

/** Characters of a summary that is taken from an abstract. */
const MAX_SUMMARY = 240

/**
 * Returns what a work is about in about two lines, the first sentence apart, because a phone shows it alone: the summary
 * of one of our products, or the first sentences of the abstract. A sample has only the first: the whole abstract is on
 * its page. Null without an abstract.
 */
export function getSummary({
  abstract,
  inside,
  is_sample,
}: Pick<Material, 'abstract' | 'inside' | 'is_sample'>): { first: string; more: string } | null {
  const paragraphs = (abstract ?? '').split(/\n{2,}/).filter(Boolean)
  const ours = inside === null ? null : paragraphs.filter((paragraph) => !paragraph.startsWith(READERS)).join(' ')
  const sentences = (ours ?? paragraphs[0] ?? '').match(/.+?[.?!](?=\s|$)|.+$/gs) ?? []
  const [first = '', ...others] = sentences.map((sentence) => sentence.trim())
  if (first === '') {
    return null
  }
  if (is_sample) {
    return { first: shortened(first, MAX_SUMMARY), more: '' }
  }
  const more = others.reduce(
    (text, sentence) =>
      ours !== null || first.length + text.length + sentence.length < MAX_SUMMARY ? `${text} ${sentence}`.trim() : text,
    '',
  )
  return { first: shortened(first, MAX_SUMMARY), more }
}

/** Characters of the first sentence in a message. */
const MAX_SHARED = 80

/** Returns the text of a message about a work: its title, price and length, the first sentence, and the address. */
export function getShareText(
  material: Pick<Material, 'title' | 'price' | 'pages' | 'list_category' | 'abstract' | 'inside' | 'is_sample'>,
  address: string,
): string {
  const { title, price, pages } = material
  const facts = [isOutline(material) ? 'Free to read' : formatPrice(price), pages !== null && formatPages(pages)]
  const first = shortened(getSummary(material)?.first ?? '', MAX_SHARED)
  return [title, facts.filter(Boolean).join(' · '), first, address].filter(Boolean).join('\n')
}

/** Returns the sentence of one of our products on its readers; null if its abstract has none. */
export function getReaders(abstract: string | null): string | null {
  const readers = abstract?.split(/\n{2,}/).find((paragraph) => paragraph.startsWith(READERS))
  return readers?.replace(/^For: (An?) /, (_, article: string) => `For ${article.toLowerCase()} `) ?? null
}

/**
 * Returns who wrote a work, who checked it and the date of its file, or null if that is not known. Students are named only
 * if they allow it. A sample says it elsewhere.
 */
export function getOrigin(
  material: Pick<Material, 'is_sample' | 'origin' | 'author' | 'sold_here' | 'files' | 'file_date' | 'published_at'>,
): string | null {
  const { is_sample, origin, author, sold_here, files, file_date, published_at } = material
  if (is_sample) {
    return null
  }
  if (origin !== null) {
    return origin
  }
  // A work with a file to sell that is not one of our own files is an approved upload.
  return sold_here && files.length === 0
    ? [
        `Written by ${author ? describeAuthor(author) : 'a nursing student'}.`,
        `A reviewer read it before it went on sale${published_at ? ` on ${formatDay(published_at)}` : ''}.`,
        file_date && `The file is of ${formatDay(file_date)}.`,
      ]
        .filter(Boolean)
        .join(' ')
    : null
}

const studyYears: Readonly<Record<number, string>> = { 6: 'postgraduate', 7: 'graduate' }

/** Returns an author as 'Ada, year 4, University of Ibadan'. */
function describeAuthor({ first_name, school, study_year }: Author): string {
  return [first_name, study_year && (studyYears[study_year] ?? `year ${study_year}`), school].filter(Boolean).join(', ')
}

/** One point beside the price. */
export type Point = { icon?: ShopIconName; text: string }

/** Returns how a work that is sold here is delivered, paid and refunded, as in the terms. */
function deliveryPoints(price: number, refundDays: number): Point[] {
  return price === 0
    ? [
        { icon: 'download', text: 'Free: one tap, and you have the file.' },
        { icon: 'lock', text: 'No payment, no account.' },
      ]
    : [
        { icon: 'download', text: 'Download at once after payment. The link also comes to your email.' },
        { icon: 'back', text: `Not satisfied? Tell us within ${refundDays} days. We correct the problem or refund you.` },
        { icon: 'lock', text: 'Pay by card, transfer or USSD on Paystack. No account needed.' },
      ]
}

/** Returns the points beside the price; a work that is not sold here has one sentence, and an outline none. */
export function getPoints(
  material: Pick<Material, 'is_sample' | 'list_category' | 'selar_link' | 'sold_here' | 'price'>,
  selling: Selling,
  refundDays: number,
): Point[] {
  if (isOutline(material)) {
    return []
  }
  return soldWhere(material, selling) === 'here' ? deliveryPoints(material.price, refundDays) : [{ text: deliveryText(material) }]
}

/**
 * Returns in one line how a work is delivered and refunded, for the phone, where the points are further down. Null if it
 * is not sold.
 */
export function getShortDelivery(
  material: Pick<Material, 'selar_link' | 'sold_here' | 'price' | 'is_sample'>,
  selling: Selling,
  refundDays: number,
): string | null {
  const where = material.is_sample ? null : soldWhere(material, selling)
  if (where === 'outside') {
    return material.price === 0 ? 'Free on Selar, in a new tab' : 'You pay on Selar · The file comes to your email'
  }
  return where === null
    ? null
    : material.price === 0
      ? 'Download at once · No account'
      : `Download at once · ${refundDays} days to ask for a refund`
}

/** Returns the terms of use of a work; for a sample also what it is. */
export function getUse(material: Pick<Material, 'is_sample' | 'list_category' | 'may_adapt'>): string {
  if (material.may_adapt) {
    return 'This is a guide and a sample. You may adapt its templates, questionnaires and forms and submit them as your own, with credit to Lamplight. Cite the rest.'
  }
  const use = 'This is a guide and a sample. Cite it, do not submit it as your own.'
  if (isOutline(material)) {
    return `${use} It is an outline that Lamplight wrote: no student carried the study out, its figures are examples, and there is no file.`
  }
  return material.is_sample
    ? `${use} This one is an example that Lamplight wrote: no student carried it out, its figures are examples, and there is no file.`
    : use
}

/** Returns the sentence below the open part of a sample, of which nothing follows; null for a work, which goes on. */
export function previewEnd(material: Material): string | null {
  const part = getPreviewSection(material)?.inSentence ?? 'the preview'
  return material.is_sample
    ? `${capitalised(part)} ends here. This is ${isOutline(material) ? 'an outline' : 'a sample'}: nothing follows it.`
    : null
}

/** Returns the facts that decide a purchase in one line: 'Sample' or 'Outline', rating, sales, length and files. */
export function getFacts(
  material: Pick<Material, 'is_sample' | 'list_category' | 'bundle_size' | 'rating' | 'pages' | 'files' | 'format' | 'file_size'>,
  buyers: number,
): string {
  const { is_sample, rating, pages, files } = material
  const facts = [
    describeSort(material),
    rating > 0 && `★ ${rating.toFixed(1)} of 5`,
    describeSales(buyers),
    pages !== null && formatPages(pages),
    !is_sample && (formatsInShort(files) ?? getFile(material)),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** Returns what the purchase button opens, or why it is disabled, of a work that has no file here. */
function deliveryText({ price, is_sample, selar_link }: Pick<Material, 'is_sample' | 'selar_link' | 'price'>): string {
  if (is_sample) {
    return `Sample: it was written to show how Lamplight works, and there is no file to buy. ${
      selar_link ? 'Purchase opens an example page in a new tab.' : 'It has no payment link yet.'
    }`
  }
  if (!selar_link) {
    return 'This work has no payment link yet, so it cannot be bought today. Look again in a few days.'
  }
  return price === 0
    ? 'This one is free. Purchase opens its page on Selar in a new tab, where you get the file for ₦0.'
    : 'You pay on Selar, in a new tab. The file comes to your email. If you are not satisfied, tell us, and we put it right or refund you.'
}

/** Returns the label of the button that shows the results of the chosen filters. */
export function resultsLabel(total: number, more: boolean): string {
  return `Show ${more ? 'more than ' : ''}${total.toLocaleString('en-NG')} ${total === 1 && !more ? 'result' : 'results'}`
}
