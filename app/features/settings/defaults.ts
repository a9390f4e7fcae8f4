/**
 * The default texts and settings of pages (SPEC 2, 3, 4). Rows of the tables `settings` and `ui_content` override them,
 * key by key.
 */

export const site = {
  name: 'Lamplight',
  description:
    'Nursing research projects, care studies, seminars and proposals for Nigerian nursing students. Read part of each work free before you buy.',
  support_email: 'hello@lamplight.example',
  /** The WhatsApp number for orders of writing services (SPEC 9); digits only, for wa.me. */
  whatsapp_number: '2348000000000',
  /** The logo and the default share picture: public addresses of our own files, or empty for the built-in drawings. */
  logo: '',
  default_og_image: '',
  /** The price in naira at which the footer estimates what a page cost. */
  data_price_per_mb: '1',
} as const

export const header = {
  site_mission: 'Research materials for Nigerian nursing students, so that the next class starts where the last one stopped.',
} as const

export const footerSocial = {
  social_facebook_url: '',
  social_twitter_url: '',
  social_instagram_url: '',
  social_email: 'hello@lamplight.example',
} as const

export const contact = {
  contact_email_primary: 'hello@lamplight.example',
  contact_email_admissions: '',
  contact_whatsapp_number: '',
  contact_phone_number: '',
  contact_office_hours: 'Mon-Fri 9AM-6PM WAT',
  contact_office_address: '',
} as const

export const uploads = {
  /** The last year that the upload form accepts (SPEC 5) while no year is stored. */
  year_max: '2024',
} as const

/** The settings of buyers' orders. The database reads them (public.consume_download, private.remind_buyers). */
export const orders = {
  downloads_a_day: '5',
  reminders: 'on',
  first_reminder_hours: '1',
  second_reminder_hours: '24',
  rating_emails: 'on',
  /** Discount codes of students for their own works, from their share (docs/decisions/0056). */
  student_codes: 'off',
  newsletters_per_hour: '60',
} as const

/** The seller as receipts and invoices name it (docs/decisions/0064). */
export const business = {
  /** Empty: the name of the site. */
  business_name: '',
  business_address: '',
  business_tax_number: '',
} as const

/** The emails that an admin gets: 'on' or 'off'. */
export const adminEmails = {
  new_upload: 'on',
  new_message: 'on',
  daily_digest: 'on',
} as const

/** Access of admins to the console. `second_factor`: each needs one. */
export const adminAccess = { second_factor: 'off' } as const

/** State of the demo data of a first start ('yes'). The seed writes it, and `remove_demo` deletes it. */
export const demo = { is_present: '' } as const

export const hero = {
  hero_title: 'A lamp for your nursing research',
  hero_subtitle: 'Projects, care studies, seminars and proposals for Nigerian nursing students. Read part of each free.',
  stats_projects_count: '300+',
  stats_projects_label: 'Project topics',
  stats_materials_count: '100+',
  stats_materials_label: 'Project materials',
  stats_colleges_count: '500+',
  stats_colleges_label: 'Free topics',
  stats_experts_count: '10,000+',
  stats_experts_label: 'Students',
} as const

/** The claim of the topics directory (SPEC 1); it is not computed. */
export const topics = {
  topics_count: '500+',
} as const

/** The defaults by table and group. */
export const defaults = {
  settings: {
    site,
    header,
    footer_social: footerSocial,
    contact,
    uploads,
    orders,
    business,
    admin_emails: adminEmails,
    admin_access: adminAccess,
    demo,
  },
  ui_content: { hero, topics },
} as const

export type Texts<Defaults> = { [Key in keyof Defaults]: string }
