import type { PublicPath } from '../shell/links.ts'

/* The groups of texts and settings in the console; each is a form. The defaults are in ../settings/defaults.ts. */

/** The counted statistics (public.counted_statistics) and their labels. */
export const counted = {
  topics: 'Topics in the directory',
  materials: 'Materials on the marketplace',
  students: 'Accounts of students',
  schools: 'Schools they named',
  services: 'Writing services',
  courses: 'Courses',
  posts: 'Posts',
  uploads: 'Uploads',
} as const
export type Figure = keyof typeof counted
export type Figures = Record<Figure, number>

/**
 * The kinds of values, which decide on field and validation. `chat` is a WhatsApp number as digits, `chat_shown` one
 * with spaces; `count` is from 1 to 100; `switch` is 'on' or 'off'.
 */
export type TextKind =
  | 'line'
  | 'lines'
  | 'mail'
  | 'link'
  | 'phone'
  | 'chat'
  | 'chat_shown'
  | 'picture'
  | 'year'
  | 'count'
  | 'switch'

export type GroupField = {
  key: string
  label: string
  kind: TextKind
  hint?: string
  required?: true
  /** The maximum number of characters, if there is a limit. */
  max?: number
  /** The counted number behind a claim. */
  claims?: Figure
}

export type TextGroup = {
  /** The last part of its address. */
  id: string
  section: 'texts' | 'settings'
  table: 'ui_content' | 'settings'
  /** The group_name or page_section of its rows. */
  name: string
  title: string
  says: string
  /** A page on which visitors see it. */
  see: PublicPath | `/terms#${string}` | null
  fields: readonly GroupField[]
}

const figure = (key: string, which: string, claims: Figure): GroupField[] => [
  { key: `stats_${key}_count`, label: `The ${which} figure`, kind: 'line', required: true, max: 20, claims },
  { key: `stats_${key}_label`, label: `Words below the ${which} figure`, kind: 'line', required: true, max: 40 },
]

const termsParts = {
  acceptance: 'Accepting',
  services: 'What we offer',
  content: 'Guides and samples',
  payment: 'Payment',
  accounts: 'Accounts',
  prohibited: 'Not allowed',
  disclaimer: 'No promises',
  contact: 'Reaching us',
} as const

export const textGroups: readonly TextGroup[] = [
  {
    id: 'hero',
    section: 'texts',
    table: 'ui_content',
    name: 'hero',
    title: 'Home page',
    says: 'The large words at the top, and the four figures below.',
    see: '/',
    fields: [
      { key: 'hero_title', label: 'Title', kind: 'line', required: true, max: 120 },
      { key: 'hero_subtitle', label: 'Below the title', kind: 'lines', required: true, max: 400 },
      ...figure('projects', 'first', 'topics'),
      ...figure('materials', 'second', 'materials'),
      ...figure('colleges', 'third', 'topics'),
      ...figure('experts', 'fourth', 'students'),
    ],
  },
  {
    id: 'topics',
    section: 'texts',
    table: 'ui_content',
    name: 'topics',
    title: 'Topics directory',
    says: 'How many free topics the site claims to have.',
    see: '/topics-directory',
    fields: [{ key: 'topics_count', label: 'Number of topics', kind: 'line', required: true, max: 20, claims: 'topics' }],
  },
  ...Object.entries(termsParts).map(([part, title]): TextGroup => ({
    id: `terms-${part}`,
    section: 'texts',
    table: 'settings',
    name: 'terms',
    title: `Terms: ${title}`,
    says: 'A part of the terms.',
    see: `/terms#${part}`,
    fields: [
      { key: `terms_${part}_title`, label: 'Title', kind: 'line', required: true, max: 200 },
      {
        key: `terms_${part}_content`,
        label: 'Text',
        kind: 'lines',
        required: true,
        max: 20_000,
        hint: 'An empty line begins a new paragraph.',
      },
    ],
  })),
  {
    id: 'site',
    section: 'settings',
    table: 'settings',
    name: 'site',
    title: 'Site',
    says: 'Name, description, support email, the WhatsApp number of orders, pictures, the price of data.',
    see: '/',
    fields: [
      { key: 'name', label: 'Name', kind: 'line', required: true, max: 60 },
      {
        key: 'description',
        label: 'Description',
        kind: 'lines',
        required: true,
        max: 300,
        hint: 'What search engines and shared links say of the site; they show about 160 characters.',
      },
      {
        key: 'support_email',
        label: 'Support email',
        kind: 'mail',
        required: true,
        hint: 'On the support page. The contact page and the foot of each page have their own: Contact page, Social addresses.',
      },
      {
        key: 'whatsapp_number',
        label: 'WhatsApp number of orders',
        kind: 'chat',
        required: true,
        hint: 'Every order of a writing service goes to it. The contact page has a number of its own. 0803 123 4567 is kept as 2348031234567.',
      },
      {
        key: 'logo',
        label: 'Logo',
        kind: 'picture',
        hint: 'Search engines show it. Empty: the lamp that we draw. Filled in when you send one.',
      },
      {
        key: 'default_og_image',
        label: 'Picture of shared links',
        kind: 'picture',
        hint: 'For pages without one of their own, 1200 by 630. Empty: the shelf that we draw. Filled in when you send one.',
      },
      {
        key: 'data_price_per_mb',
        label: 'Price of mobile data, naira per MB',
        kind: 'count',
        required: true,
        hint: 'The footer estimates at this price what a page cost its reader.',
      },
    ],
  },
  {
    id: 'header',
    section: 'settings',
    table: 'settings',
    name: 'header',
    title: 'Mission',
    says: 'The sentence about Lamplight at the foot of every page.',
    see: '/',
    fields: [{ key: 'site_mission', label: 'Mission', kind: 'lines', required: true, max: 400 }],
  },
  {
    id: 'social',
    section: 'settings',
    table: 'settings',
    name: 'footer_social',
    title: 'Social addresses',
    says: 'Facebook, X, Instagram and the email address at the foot of every page.',
    see: '/',
    fields: [
      { key: 'social_facebook_url', label: 'Facebook', kind: 'link' },
      { key: 'social_twitter_url', label: 'X', kind: 'link' },
      { key: 'social_instagram_url', label: 'Instagram', kind: 'link' },
      { key: 'social_email', label: 'Email address', kind: 'mail', required: true },
    ],
  },
  {
    id: 'contact',
    section: 'settings',
    table: 'settings',
    name: 'contact',
    title: 'Contact page',
    says: 'Email addresses, numbers, office hours and address.',
    see: '/contact',
    fields: [
      { key: 'contact_email_primary', label: 'Email address', kind: 'mail', required: true },
      { key: 'contact_email_admissions', label: 'Email address for admissions', kind: 'mail' },
      {
        key: 'contact_whatsapp_number',
        label: 'WhatsApp',
        kind: 'chat_shown',
        hint: 'On the contact page and in the checkout. Orders of writing services go to the number under Settings → Site.',
      },
      { key: 'contact_phone_number', label: 'Telephone', kind: 'phone' },
      { key: 'contact_office_hours', label: 'Office hours', kind: 'line', max: 100 },
      { key: 'contact_office_address', label: 'Office address', kind: 'lines', max: 300 },
    ],
  },
  {
    id: 'uploads',
    section: 'settings',
    table: 'settings',
    name: 'uploads',
    title: 'Uploads',
    says: 'The last year that the upload form takes.',
    see: null,
    fields: [
      {
        key: 'year_max',
        label: 'Last year of a work',
        kind: 'year',
        required: true,
        hint: 'Students give the year of their work, from 2000 to this one. A stored year is raised each January.',
      },
    ],
  },
  {
    id: 'orders',
    section: 'settings',
    table: 'settings',
    name: 'orders',
    title: 'Orders',
    says: 'How often a buyer may download a file, which emails follow an order, and codes of students.',
    see: null,
    fields: [
      {
        key: 'downloads_a_day',
        label: 'Downloads of an order in a day',
        kind: 'count',
        required: true,
        hint: 'From 1 to 100. The rest of a download that broke off is not counted.',
      },
      { key: 'reminders', label: 'An email to buyers who did not finish a payment', kind: 'switch' },
      {
        key: 'first_reminder_hours',
        label: 'Hours until the first reminder',
        kind: 'count',
        required: true,
        hint: 'From 1 to 100, from the beginning of the order.',
      },
      {
        key: 'second_reminder_hours',
        label: 'Hours until the second reminder',
        kind: 'count',
        required: true,
        hint: 'From 1 to 100, from the beginning too. It is the last.',
      },
      { key: 'rating_emails', label: 'An email three days after a payment that asks how the work was', kind: 'switch' },
      {
        key: 'student_codes',
        label: 'Students may create discount codes for their own works; their share pays what a code takes off',
        kind: 'switch',
      },
      {
        key: 'newsletters_per_hour',
        label: 'Emails of a newsletter in an hour',
        kind: 'count',
        required: true,
        hint: 'From 1 to 100. Slowly, so that email providers do not take us for spam.',
      },
    ],
  },
  {
    id: 'business',
    section: 'settings',
    table: 'settings',
    name: 'business',
    title: 'Receipts and invoices',
    says: 'Who sells, as receipts and invoices name it.',
    see: null,
    fields: [
      { key: 'business_name', label: 'Registered name', kind: 'line', max: 120, hint: 'Empty: the name of the site.' },
      { key: 'business_address', label: 'Address', kind: 'lines', max: 300 },
      { key: 'business_tax_number', label: 'Tax number', kind: 'line', max: 40, hint: 'TIN. VAT is under Money → Rules.' },
    ],
  },
  {
    id: 'mails',
    section: 'settings',
    table: 'settings',
    name: 'admin_emails',
    title: 'Emails to admins',
    says: 'Which emails you get from Lamplight.',
    see: null,
    fields: [
      { key: 'new_upload', label: 'An email when a student uploads a work', kind: 'switch' },
      { key: 'new_message', label: 'An email when someone writes on the contact page', kind: 'switch' },
      { key: 'daily_digest', label: 'An email each morning with what is due', kind: 'switch' },
    ],
  },
  {
    id: 'admin-access',
    section: 'settings',
    table: 'settings',
    name: 'admin_access',
    title: 'Second factor of admins',
    says: 'Whether the console opens without a second factor.',
    see: null,
    fields: [
      {
        key: 'second_factor',
        label: 'Each admin needs a second factor',
        kind: 'switch',
        hint: 'Also you: an admin without one is asked to add it before the console opens.',
      },
    ],
  },
]

/** Returns the group at /admin/<section>/<id>. */
export function textGroup(section: TextGroup['section'], id: string): TextGroup | undefined {
  return textGroups.find((group) => group.section === section && group.id === id)
}

/** Returns true if a claim such as '500+' is higher than the counted number. */
export function isTooMuch(claim: string, count: number): boolean {
  return Number(claim.replaceAll(/\D/g, '')) > count
}
