/*
 * Maps rows of the specification's tables (SPEC 3) to ours. `r` is the old row as JSON, so a missing column is null,
 * and enums and numbers in text need no special case. Nothing is invented: unreadable values become null, and values
 * that violate a constraint are copied and reported by that constraint.
 */

/** The replacement of old values that our enumeration of a column lacks. */
type Guess = { column: string; known: string; became: string }
export type Mapping = {
  table: string
  /** Possible old names of the table; the specification does not define how settings were stored. */
  oldNames: readonly string[]
  /** Our columns, each an SQL expression over `r`. */
  columns: Readonly<Record<string, string>>
  /** Columns of unique keys. Of rows with the same key the newest is copied. */
  unique: readonly (readonly string[])[]
  /** The name of a row in messages, an SQL expression over our columns. */
  name: string
  guesses: readonly Guess[]
  /** The condition for visible rows of a public table, over our columns; null if the table was not public. */
  isPublic: string | null
}

const text = (name: string): string => `pg_temp.words(r ->> '${name}')`
const textOr = (name: string, otherwise: string): string => `coalesce(r ->> '${name}', ${otherwise})`
const whole = (name: string): string => `pg_temp.whole(r ->> '${name}')`
const moment = (name: string): string => `pg_temp.moment(r ->> '${name}')`
const firstColumn = (...names: string[]): string => `coalesce(${names.map((name) => text(name)).join(', ')})`
const id = (kind: string, name = 'id'): string => `pg_temp.id_of('${kind}', r ->> '${name}')`
const created = `coalesce(${moment('created_at')}, ${moment('upload_date')}, now())`
const times = { created_at: created, updated_at: `coalesce(${moment('updated_at')}, ${created})` }

/** Returns SQL for a value of one of our enumerations. @param other old names of our values. */
function oneOf(name: string, values: readonly string[], other: Readonly<Record<string, string>>, otherwise: string): string {
  const word = `pg_temp.word(r ->> '${name}')`
  const cases = [...values.map((value) => [value.replaceAll(' ', '_'), value]), ...Object.entries(other)]
  return `case ${word} ${cases.map(([from, to]) => `when '${from}' then '${to}'`).join(' ')} else '${otherwise}' end`
}
/** Returns the condition under which `oneOf` knows the value; a missing value counts as known. */
function knownIn(name: string, values: readonly string[], other: Readonly<Record<string, string>>): string {
  const words = [...values.map((value) => value.replaceAll(' ', '_')), ...Object.keys(other)].map((word) => `'${word}'`)
  return `coalesce(pg_temp.word(r ->> '${name}'), '') in ('', ${words.join(', ')})`
}
function listed(name: string, values: readonly string[], other: Readonly<Record<string, string>>, otherwise: string) {
  return {
    sql: oneOf(name, values, other, otherwise),
    guess: { column: name, known: knownIn(name, values, other), became: otherwise },
  }
}

const uploadCategory = listed(
  'category',
  ['care_plan', 'research_project', 'case_study', 'assignment', 'thesis', 'other'],
  {
    care_plans: 'care_plan',
    client_care_study: 'case_study',
    project: 'research_project',
    research: 'research_project',
    dissertation: 'thesis',
  },
  'other',
)
const format = listed(
  'format',
  [],
  {
    pdf: 'PDF',
    word: 'Word',
    word_document: 'Word',
    doc: 'Word',
    docx: 'Word',
    powerpoint: 'PowerPoint',
    ppt: 'PowerPoint',
    pptx: 'PowerPoint',
    other: 'Other',
  },
  'Other',
)
const uploadStatus = listed(
  'upload_status',
  ['pending', 'approved', 'rejected'],
  {
    under_review: 'pending',
    in_review: 'pending',
    reviewing: 'pending',
    submitted: 'pending',
    accepted: 'approved',
    declined: 'rejected',
  },
  'pending',
)
const materialCategory = listed(
  'category',
  ['research_project', 'thesis', 'seminar', 'client_care_study', 'proposal'],
  {
    research: 'research_project',
    project: 'research_project',
    projects: 'research_project',
    research_projects: 'research_project',
    dissertation: 'thesis',
    seminars: 'seminar',
    proposals: 'proposal',
    case_study: 'client_care_study',
    case_studies: 'client_care_study',
    care_plan: 'client_care_study',
    client_care_studies: 'client_care_study',
  },
  'research_project',
)
const serviceType = listed(
  'service_type',
  ['research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom'],
  {},
  'custom',
)
const courseCategory = listed(
  'category',
  [
    'general nursing',
    'midwifery',
    'psychiatric nursing',
    'perioperative nursing',
    'community health nursing',
    'orthopedic nursing',
  ],
  {
    general: 'general nursing',
    psychiatric: 'psychiatric nursing',
    perioperative: 'perioperative nursing',
    orthopaedic_nursing: 'orthopedic nursing',
  },
  'general nursing',
)
const courseStatus = listed(
  'status',
  ['draft', 'active', 'closed'],
  { inactive: 'draft', completed: 'closed', archived: 'closed' },
  'draft',
)
const requestStatus = listed(
  'request_status',
  ['open', 'answered', 'closed'],
  { pending: 'open', new: 'open', completed: 'answered', fulfilled: 'answered', rejected: 'closed', cancelled: 'closed' },
  'open',
)
const accountIsGone = `not exists (select from auth.users u where u.id::text = r ->> 'user_id')`

/** The mappings in the order of their foreign keys. */
export const MAPPINGS: readonly Mapping[] = [
  {
    table: 'profiles',
    oldNames: ['profiles'],
    columns: {
      id: id('profiles'),
      user_id: `case when not ${accountIsGone} then (r ->> 'user_id')::uuid end`,
      deleted_at: `case when ${accountIsGone} then now() end`,
      // A profile without an account has no name, as after an account is deleted. The old row retains it.
      first_name: `case when ${accountIsGone} then '' else ${textOr('first_name', "''")} end`,
      last_name: `case when ${accountIsGone} then '' else ${textOr('last_name', "''")} end`,
      '"Institition"': firstColumn('Institition', 'institution', 'institution_of_study'),
      course_of_study: text('course_of_study'),
      phone_number: text('phone_number'),
      year_of_study: whole('year_of_study'),
      avatar_url: text('avatar_url'),
      // Any user may have written this column, so it grants no admin role.
      user_type: `'Student'`,
      ...times,
    },
    unique: [['id'], ['user_id']],
    name: `first_name || ' ' || last_name`,
    guesses: [
      { column: 'user_type', known: `coalesce(pg_temp.word(r ->> 'user_type'), '') in ('', 'student')`, became: 'Student' },
    ],
    isPublic: null,
  },
  {
    table: 'profiles_bank_details',
    oldNames: ['profiles_bank_details'],
    columns: {
      profile_id: id('profiles', 'profile_id'),
      bank_name: text('bank_name'),
      account_number: `nullif(regexp_replace(coalesce(r ->> 'account_number', ''), '[\\s-]', '', 'g'), '')`,
      account_name: text('account_name'),
      ...times,
    },
    unique: [['profile_id']],
    name: `'the profile ' || profile_id`,
    guesses: [],
    isPublic: null,
  },
  {
    table: 'research_materials',
    oldNames: ['research_materials'],
    columns: {
      id: id('research_materials'),
      slug: `pg_temp.slug_of(coalesce(${text('slug')}, r ->> 'title'), 'material-' || left(md5(r ->> 'id'), 8))`,
      title: textOr('title', "''"),
      subject_area: textOr('subject_area', "''"),
      category: materialCategory.sql,
      price: `coalesce(${whole('price')}, 0)`,
      rating: `pg_temp.rating(r ->> 'rating')`,
      pages: whole('pages'),
      year_of_study: whole('year_of_study'),
      selar_link: text('selar_link'),
      chapter_one_preview: text('chapter_one_preview'),
      published_at: created,
      ...times,
    },
    unique: [['id'], ['slug']],
    name: 'title',
    guesses: [materialCategory.guess],
    isPublic: 'true',
  },
  {
    table: 'writing_services',
    oldNames: ['writing_services'],
    columns: {
      id: id('writing_services'),
      service_name: textOr('service_name', "''"),
      service_type: serviceType.sql,
      service_description: text('service_description'),
      benefits: text('benefits'),
      specializations: text('specializations'),
      base_price: text('base_price'),
      rating: `pg_temp.rating(r ->> 'rating')`,
      turnover_time: text('turnover_time'),
      contact_link: text('contact_link'),
      published_at: created,
      ...times,
    },
    unique: [['id']],
    name: 'service_name',
    guesses: [serviceType.guess],
    isPublic: 'true',
  },
  {
    table: 'courses',
    oldNames: ['courses'],
    columns: {
      id: id('courses'),
      title: textOr('title', "''"),
      description: text('description'),
      category: courseCategory.sql,
      price: `coalesce(${whole('price')}, 0)`,
      instructor_name: text('instructor_name'),
      duration_weeks: whole('duration_weeks'),
      whatsapp_link: text('whatsapp_link'),
      status: courseStatus.sql,
      ...times,
    },
    unique: [['id']],
    name: 'title',
    guesses: [courseCategory.guess, courseStatus.guess],
    isPublic: `status = 'active'`,
  },
  {
    table: 'blog_posts',
    oldNames: ['blog_posts'],
    columns: {
      id: id('blog_posts'),
      slug: `pg_temp.slug_of(coalesce(${text('slug')}, r ->> 'post_title'), 'post-' || left(md5(r ->> 'id'), 8))`,
      post_title: textOr('post_title', "''"),
      sub_title: text('sub_title'),
      post_body: textOr('post_body', "''"),
      image_url: text('image_url'),
      upload_date: `coalesce(${moment('upload_date')}, ${created})`,
      seo_keywords: `case jsonb_typeof(r -> 'seo_keywords')
        when 'array' then (select string_agg(k, ', ') from jsonb_array_elements_text(r -> 'seo_keywords') k) else ${text('seo_keywords')} end`,
      published_at: `coalesce(${moment('upload_date')}, ${created})`,
      ...times,
    },
    unique: [['id'], ['slug']],
    name: 'post_title',
    guesses: [],
    isPublic: 'true',
  },
  {
    table: 'topics_directory',
    oldNames: ['topics_directory'],
    columns: {
      id: id('topics_directory'),
      topic: textOr('topic', "''"),
      description: text('description'),
      unique_selling_point: text('unique_selling_point'),
      subject_area: textOr('subject_area', "''"),
      ...times,
    },
    unique: [['id'], ['topic']],
    name: 'topic',
    guesses: [],
    isPublic: 'true',
  },
  {
    table: 'topic_requests',
    oldNames: ['topic_requests'],
    columns: {
      id: id('topic_requests'),
      user_id: id('profiles', 'user_id'),
      topic: `coalesce(${firstColumn('topic', 'title', 'topic_title', 'request', 'description')}, '')`,
      programme: text('programme'),
      specialty: firstColumn('specialty', 'subject_area'),
      contact: text('contact'),
      request_status: requestStatus.sql.replaceAll(
        `r ->> 'request_status'`,
        `coalesce(r ->> 'request_status', r ->> 'status', 'open')`,
      ),
      ...times,
    },
    unique: [['id']],
    name: 'topic',
    guesses: [requestStatus.guess],
    isPublic: null,
  },
  {
    table: 'material_uploads',
    oldNames: ['material_uploads'],
    columns: {
      id: id('material_uploads'),
      user_id: id('profiles', 'user_id'),
      title: textOr('title', "''"),
      category: uploadCategory.sql,
      format: format.sql,
      pages: whole('pages'),
      description: text('description'),
      subject_area: text('subject_area'),
      year_of_study: whole('year_of_study'),
      proposed_price: `coalesce(${whole('proposed_price')}, 0)`,
      file_name: `coalesce(${text('file_name')}, regexp_replace(r ->> 'file_path', '^.*/', ''), '')`,
      file_path: `coalesce(${text('file_path')}, 'missing/' || (r ->> 'id'))`,
      upload_status: uploadStatus.sql,
      review_notes: text('review_notes'),
      ...times,
    },
    unique: [['id'], ['file_path']],
    name: 'title',
    guesses: [uploadCategory.guess, format.guess, uploadStatus.guess],
    isPublic: null,
  },
  {
    table: 'ui_content',
    oldNames: ['ui_content'],
    columns: {
      page_section: `coalesce(pg_temp.word(r ->> 'page_section'), '')`,
      content_key: textOr('content_key', "''"),
      content_value: textOr('content_value', "''"),
      ...times,
    },
    unique: [['page_section', 'content_key']],
    name: `page_section || ' ' || content_key`,
    guesses: [],
    isPublic: 'true',
  },
  {
    table: 'settings',
    oldNames: ['settings', 'site_settings', 'app_settings'],
    columns: {
      group_name: `coalesce(${firstColumn('group_name', 'setting_group', 'group', 'category')}, '')`,
      setting_key: `coalesce(${firstColumn('setting_key', 'key', 'name')}, '')`,
      setting_value: `coalesce(${firstColumn('setting_value', 'value')}, '')`,
      ...times,
    },
    unique: [['group_name', 'setting_key']],
    name: `group_name || ' ' || setting_key`,
    guesses: [],
    isPublic: 'true',
  },
]
