/*
 * The texts that SPEC.md quotes, each in its place, as plain HTTP sends it: no script has run. Texts shown only during
 * an action, or after a script, are in tests/journeys; the last test finds those there.
 */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedId } from '#server/seed/files.ts'
import { openToxicProxy } from '../support/toxic-proxy.ts'
import { root } from '../support/processes.ts'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { unescaped, getWords } from './html.ts'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { getClient, DEMO_PASSWORD, keysIn, shared, startBackend, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

const DESK = 'https://wa.me/2348000000000'
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const SERVICE = `/service-details/${seedId('services', 'research-project-tutoring-and-feedback')}`
const COURSE = `/course-details/${seedId('courses', 'research-methods-from-topic-to-chapter-three')}`
const NOBODY = '0b0f2f6e-4f3a-4a54-9d58-3b1a4f0f7a11'
const published_at = new Date().toISOString()

type Page = {
  at: string
  status?: number
  /** Texts that the page shows verbatim. */
  says: readonly string[]
  /** Links: their text, their accessible name, and their target. */
  leads?: readonly (readonly [words: string, to: string])[]
  /** Other parts of the HTML. */
  holds?: readonly RegExp[]
}

const topics = [
  'Maternal Health',
  'Pediatric Nursing',
  'Mental Health Nursing',
  'Community Health',
  'Nursing Ethics',
  'Patient Safety',
  'Healthcare Management',
  'Evidence-Based Practice',
  'Infection Control',
  'Chronic Disease Management',
  'Nursing Leadership',
  'Healthcare Technology',
]
const courseCategories = [
  'general nursing',
  'midwifery',
  'psychiatric nursing',
  'perioperative nursing',
  'community health nursing',
  'orthopedic nursing',
]
/** Returns a control of this name with all of these attributes, in any order. */
const field = (name: string, ...attributes: string[]) =>
  new RegExp(`<(?:input|select|textarea)${[`name="${name}"`, ...attributes].map((each) => `(?=[^>]* ${each})`).join('')}`)
/** A category of the filter, which is a link. */
const categoryLink = (page: string, value: string) =>
  new RegExp(`href="${page}\\?category=${value.replaceAll('+', String.raw`\+`)}"`)
const option = (value: string, label: string) => new RegExp(`<option[^>]* value="${value}"[^>]*>${label}</option>`)

/** On every page, for every user (SPEC 2: Sidebar and header, Footer). */
const shell: Omit<Page, 'at'> = {
  says: ['All materials are guides and samples. We do not support plagiarism.', 'Lamplight helps Nigerian nursing students'],
  leads: [
    ['Home', '/'],
    ['Browse Materials', '/marketplace'],
    ['Upload Materials', '/upload-materials'],
    ['Courses', '/courses'],
    ['Writing Services', '/writing-services'],
    ['Find a Topic', '/topics-directory'],
    ['Blog', '/blog'],
    ['Lamplight', '/'],
    ['Marketplace', '/marketplace'],
    ['Dashboard', '/dashboard'],
    ['Contact', '/contact'],
    ['Support', '/support'],
    ['FAQ', '/faq'],
    ['Terms', '/terms'],
    ['Back to Top', '#top'],
    ['hello@lamplight.example', 'mailto:hello@lamplight.example'],
    ['Facebook', 'https://example.com/lamplight/facebook'],
  ],
}

const forVisitors: Page[] = [
  {
    at: '/',
    says: [
      '300+',
      'Project topics',
      '100+',
      'Project materials',
      '10,000+',
      'Students',
      '500+',
      'Research Materials Marketplace',
      'Online Courses & WhatsApp Training',
      'Professional Writing Services',
      'Student Dashboard & Earnings',
      'Popular Research Topics',
      'Featured Resources',
      'Share Your Knowledge & Earn',
      'Chiamaka O.',
      '400 level',
      '★★★★★',
    ],
    leads: [
      ['Browse Materials', '/marketplace'],
      ['Start Uploading Materials', '/auth?next=/upload-materials'],
      ['Sign In', '/auth'],
      ...topics.map((topic) => [topic, `/marketplace?search=${topic.replaceAll(' ', '+')}`] as const),
    ],
  },
  {
    at: '/auth',
    says: ['Login', 'Sign Up', 'Email', 'Password'],
    holds: [field('email', 'type="email"', 'required'), field('password', 'type="password"', 'required')],
  },
  {
    at: '/auth?tab=sign-up',
    says: ['Login', 'Sign Up', 'First name', 'Last name', 'Institution', 'Gender', 'Year of study'],
    holds: [
      ...['male', 'female', 'other', 'prefer-not-to-say'].map((value) => option(value, '[^<]+')),
      ...['year-1', 'year-2', 'year-3', 'year-4', 'year-5', 'postgraduate', 'graduate'].map((value) => option(value, '[^<]+')),
      ...['first_name', 'last_name', 'institution_of_study', 'gender', 'current_year_of_study', 'email', 'password'].map((name) =>
        field(name, 'required'),
      ),
    ],
  },
  {
    at: '/marketplace',
    says: ['research project', 'seminar', 'client care study', 'proposal', 'Free', 'Preview', 'Purchase'],
    holds: [
      /<p class="price">₦\d{1,3}(,\d{3})*<\/p>/,
      />\d+ materials found</,
      ...['research+project', 'seminar', 'client+care+study', 'proposal', 'study+aid', 'outline'].map((value) =>
        categoryLink('/marketplace', value),
      ),
    ],
  },
  {
    at: '/marketplace?category=study+aid',
    says: ['Study aid', 'materials found'],
    holds: [/aria-current="true"[^>]*>Study aid/],
  },
  { at: '/marketplace?category=poems', says: ['There is no category “poems”. Choose one above, or see', 'all materials'] },
  { at: '/courses?category=poems', says: ['There is no category “poems”. Choose one above, or see', 'all courses'] },
  {
    at: '/marketplace?search=Nursing+Ethics&category=seminar',
    says: ['Nursing ethics at the end of life'],
    holds: [/>\d+ materials? found</],
  },
  { at: '/marketplace?search=zzzz', says: ['No materials found matching your criteria.', '0 materials found'] },
  { at: MATERIAL, says: ['Submit Comment', 'Your comment', 'Purchase', '₦4,500', '74 pages', '2024', 'Projects', 'Chapter one'] },
  {
    at: '/writing-services',
    says: ['Order Service', 'View More', 'RESEARCH PAPER', 'EDITING', 'CUSTOM', 'Contact for pricing'],
    leads: [['Order Service Language editing and formatting of your own work (opens in a new tab)', DESK]],
  },
  {
    at: SERVICE,
    says: [
      'RESEARCH PAPER',
      'Research project tutoring and feedback',
      'New Service',
      'Service Description',
      'What You Get',
      'Specializations',
      'Starting price',
      '₦10,000',
      'Quick turnaround time',
      '100% original content',
    ],
    leads: [
      ['Order This Service (opens in a new tab)', DESK],
      ['Hire Writer (WhatsApp) (opens in a new tab)', DESK],
    ],
  },
  {
    at: '/courses',
    says: ['Enroll Now', 'View More', '₦7,500', ...courseCategories.map((name) => name.charAt(0).toUpperCase() + name.slice(1))],
    holds: courseCategories.map((value) => categoryLink('/courses', value.replaceAll(' ', '+'))),
  },
  { at: '/courses?search=zzzz', says: ['No course matches “zzzz”.', 'Clear the search'] },
  { at: COURSE, says: ['Research methods for nursing students', 'Enroll Now', '₦7,500', '6 weeks', 'Lamplight tutor (sample)'] },
  { at: '/blog', says: ['Sample size with the Taro Yamane formula'] },
  {
    at: '/topics-directory',
    says: ['Free Nursing Project Topics Directory Nigeria', '500+ topics', 'Maternal Health'],
    holds: [option('', 'All Subject Areas'), />\d+ topics found</],
  },
  { at: '/topics?area=maternal+health', says: ['Maternal Health'], holds: [/>\d+ topics found</] },
  {
    at: '/topics-directory?search=zzzz',
    says: ['0 topics found', 'No topics found matching your criteria.', 'Try adjusting your search or filter options.'],
  },
  {
    at: '/contact',
    says: [
      'hello@lamplight.example',
      'admissions@lamplight.example',
      '+234 800 000 0000',
      'Mon-Fri 9AM-6PM WAT',
      'Sample office address',
    ],
  },
  { at: '/support', says: ['hello@lamplight.example', 'within 24 hours'] },
  { at: '/faq', says: ['7-day satisfaction window', 'within 24 hours', '3-5 business days', 'Half of every sale'] },
  {
    at: '/terms',
    says: [
      'Accepting these terms',
      'What we offer',
      'Guides and samples, not work to submit',
      'Payment, commission and refunds',
      'Your account and bank details',
      'What is not allowed',
      'What we cannot promise',
      'How to reach us',
      'commission of 50%',
    ],
  },
  { at: '/material-preview/none', status: 404, says: ['Material not found'], leads: [['Back to Materials', '/marketplace']] },
  { at: `/material/${NOBODY}`, status: 404, says: ['Material not found'] },
  { at: `/writer/${NOBODY}`, status: 404, says: ['Writer not found'], leads: [['Back to Services', '/writing-services']] },
  { at: '/writer-profile/ada', status: 404, says: ['Writer not found'], leads: [['Back to Services', '/writing-services']] },
  { at: `/service/${NOBODY}`, status: 404, says: ['Service not found'], leads: [['Back to Services', '/writing-services']] },
  { at: '/service-details/1', status: 404, says: ['Service not found'], leads: [['Back to Services', '/writing-services']] },
  { at: `/course/${NOBODY}`, status: 404, says: ['Course not found'], leads: [['Back to Courses', '/courses']] },
  { at: '/blog/none', status: 404, says: ['Oops! Page not found'], leads: [['Return to Home', '/']] },
  { at: '/no/such/page', status: 404, says: ['Page Not Found'], leads: [['Return to Home', '/']] },
]

const forStudents: Page[] = [
  {
    at: '/dashboard',
    says: [
      'Adaeze',
      'Topic Requests',
      'Uploads',
      'pending',
      'approved',
      'Earnings',
      'Bank Details',
      'Sample School of Nursing',
      'Account type',
      'Student',
      'Edit Profile',
      'First name',
      'Last name',
      'Institution',
      'Course of study',
      'Phone number',
      'Year of study',
      'Bank name',
      'Account name',
      'Account number',
      'Show the account number',
    ],
    leads: [
      ['Browse Materials', '/marketplace'],
      ['Writing Services', '/writing-services'],
      ['Courses', '/courses'],
      ['Upload Materials', '/upload-materials'],
      ['Back to Home', '/'],
      ['Dashboard', '/dashboard'],
    ],
  },
  { at: '/', says: ['Share Your Knowledge & Earn'], leads: [['Start Uploading Materials', '/upload-materials']] },
]

/** A user without a name and without activity. */
const forNewcomers: Page[] = [
  { at: '/dashboard', says: ['Student', 'Not specified', '₦0'], holds: [/<h1>Good (morning|afternoon|evening), Student<\/h1>/] },
  {
    at: '/upload-materials',
    says: [
      'Upload & Sell Your Materials',
      '50% Commission',
      'Quick Review',
      'Feedback within 3-5 business days',
      'Quality Assured',
      'Your Uploaded Materials',
      'No uploads yet',
      'Start uploading your nursing materials to earn commission on sales.',
      'up to 50MB',
      'The platform is not liable for mistakes in bank details.',
    ],
    holds: [
      /accept="\.pdf,\.doc,\.docx,\.ppt,\.pptx"/,
      /min="2000" max="2024"/,
      option('care_plan', 'Care Plan'),
      option('research_project', 'Research Project'),
      option('case_study', 'Case Study'),
      option('assignment', 'Assignment'),
      option('thesis', 'Thesis'),
      option('other', 'Other'),
      option('PDF', 'PDF'),
      option('Word', 'Word Document'),
      option('PowerPoint', 'PowerPoint'),
      option('Other', 'Other'),
    ],
  },
]

const expected = [...forVisitors, ...forStudents, ...forNewcomers]
const cookies = { student: '', newcomer: '' }
const adminClient = getClient(shared.backendUrl, keysIn(shared.dataDirectory).secret_key)
const newcomer = newAddress('quoted')

beforeAll(async () => {
  expect((await signUp(shared.url, { ...signUpFields(newcomer), last_name: 'Of the quoted texts' })).status).toBe(303)
  const { mail } = await mailTo(shared.dataDirectory, newcomer)
  const link = linkIn(mail)
  const confirmed = await send(link, { password: signUpFields(newcomer).password })
  expect(confirmed.status).toBe(303)
  cookies.newcomer = cookieHeader(confirmed.cookies.filter((line) => line.startsWith('session=')))
  await adminClient
    .from('profiles')
    .update({ first_name: '', Institition: null })
    .eq('last_name', 'Of the quoted texts')
    .throwOnError()
  const student = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  expect(student.status).toBe(303)
  cookies.student = cookieHeader(student.cookies)
})

test.each(forVisitors)("$at shows a visitor the specification's texts", async ({ at, ...page }) => {
  expect(lacks(await ask(shared.url + at), page)).toEqual([])
})

test.each(forStudents)("$at shows a student the specification's texts", async ({ at, ...page }) => {
  expect(lacks(await ask(shared.url + at, { headers: { cookie: cookies.student } }), page)).toEqual([])
})

test.each(forNewcomers)("$at shows a new user the specification's texts", async ({ at, ...page }) => {
  expect(lacks(await ask(shared.url + at, { headers: { cookie: cookies.newcomer } }), page)).toEqual([])
})

test('every page has the shell with sidebar, header and footer', async () => {
  for (const { at } of forVisitors) {
    const leads: Page['leads'] = [...(shell.leads ?? []), ['Sign In', '/auth']]
    const response = await ask(shared.url + at)
    expect(lacks(response, { ...shell, leads, status: response.status }), at).toEqual([])
  }
  const signedIn = await ask(`${shared.url}/`, { headers: { cookie: cookies.student } })
  expect(lacks(signedIn, shell)).toEqual([])
})

test('a service with nothing but a name has the fallbacks of the specification', async () => {
  const { data } = await adminClient
    .from('writing_services')
    .insert({ service_name: 'A bare one', service_type: 'case_study', base_price: '0', published_at })
    .select('id')
    .single()
    .throwOnError()
  whenOver(() => adminClient.from('writing_services').delete().eq('id', data.id))
  expect(
    lacks(await ask(`${shared.url}/service-details/${data.id}`), {
      says: [
        'CASE STUDY',
        'New Service',
        'Fast delivery',
        'Professional nursing writing service tailored to your academic needs.',
        'Contact for pricing',
      ],
    }),
  ).toEqual([])
})

describe('forms sent without a script', () => {
  const submitForm = async (address: string, fields: Record<string, string>, cookie = '') =>
    send(shared.url + address, fields, cookie ? { headers: { cookie } } : {})

  test('show Login Error with the message of the server', async () => {
    const response = await submitForm('/auth', { intent: 'login', email: STUDENT, password: 'wrong' })
    expect(lacks(response, { status: 400, says: ['Login Error'] })).toEqual([])
  })

  test('show Sign Up Error', async () => {
    expect(
      lacks(await submitForm('/auth?tab=sign-up', { intent: 'sign-up', email: 'x' }), { status: 400, says: ['Sign Up Error'] }),
    ).toEqual([])
  })

  test('show Account Created on the tab Login', async () => {
    const response = await signUp(shared.url, signUpFields(newAddress('quoted')))
    expect([response.status, response.headers.location]).toEqual([303, '/auth?check-email'])
    const shown = await ask(`${shared.url}/auth?check-email`, { headers: { cookie: cookieHeader(response.cookies) } })
    expect(lacks(shown, { says: ['Account Created! 🎉', 'Please check your email to confirm your account.'] })).toEqual([])
  })

  test('show Welcome back on the dashboard', async () => {
    const response = await submitForm('/auth', { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
    expect([response.status, response.headers.location]).toEqual([303, '/dashboard'])
    const shown = await ask(`${shared.url}/dashboard`, { headers: { cookie: cookieHeader(response.cookies) } })
    expect(lacks(shown, { says: ['Welcome back! 🎉', 'You have successfully logged in.'] })).toEqual([])
  })

  test('show Profile updated or Update failed', async () => {
    const response = await submitForm(
      '/dashboard',
      { first_name: 'Quoted', last_name: 'Of the quoted texts', year_of_study: '3' },
      cookies.newcomer,
    )
    expect(response.status).toBe(303)
    const shown = await ask(`${shared.url}/dashboard`, {
      headers: { cookie: `${cookies.newcomer}; ${cookieHeader(response.cookies)}` },
    })
    expect(lacks(shown, { says: ['Profile updated!', 'Your profile has been successfully updated.'] })).toEqual([])
    const rejected = await submitForm('/dashboard', { account_number: 'abc' }, cookies.newcomer)
    expect(lacks(rejected, { status: 400, says: ['Update failed', 'Failed to update profile. Please try again.'] })).toEqual([])
  })
})

test("show the specification's sentence for data that could not be saved", async () => {
  const headers = { cookie: cookies.newcomer, origin: shared.url }
  const upload = (fields: Record<string, string>, file: Buffer | null) => {
    const form = multipart(fields, file)
    return ask(`${shared.url}/upload-materials`, { headers: { ...headers, 'content-type': form.type }, body: form.body })
  }
  const fields = { title: 'Care of a woman with eclampsia', category: 'case_study', format: 'PDF', email: newcomer }
  const pdf = fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))
  expect(lacks(await upload(fields, null), { status: 400, says: ['Please select a file to upload'] })).toEqual([])
  expect(
    lacks(await upload({ ...fields, title: '' }, pdf), { status: 400, says: ['Please fill in all required fields'] }),
  ).toEqual([])

  // An account without a profile, so that none of its data can be saved.
  await adminClient.from('profiles').delete().eq('last_name', 'Of the quoted texts').throwOnError()
  const profile = await send(`${shared.url}/dashboard`, { first_name: 'Quoted' }, { headers: { cookie: cookies.newcomer } })
  expect(lacks(profile, { status: 502, says: ['Update failed', 'Failed to update profile. Please try again.'] })).toEqual([])
  expect(lacks(await upload(fields, pdf), { status: 502, says: ['Failed to upload material. Please try again.'] })).toEqual([])
})

/** Sends a form with a file as a browser without a script does. */
function multipart(fields: Record<string, string>, file: Buffer | null): { type: string; body: Buffer } {
  const boundary = 'quoted-texts'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file ? 'care.pdf' : ''}"\r\ncontent-type: application/pdf\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(texts.join('') + head), file ?? Buffer.alloc(0), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

test('each list says that it is empty when the backend has no data', async () => {
  const backend = await startBackend({ SEED: 'none' }, await startedOnce('none'))
  const site = await startSite({ ...backend.variables, SEED: 'none' })
  for (const { at, says } of [
    { at: '/marketplace', says: ['No materials found matching your criteria.'] },
    { at: '/writing-services', says: ['No writing services available at the moment.'] },
    { at: '/courses', says: ['No courses available at the moment.'] },
    { at: '/blog', says: ['No blog posts available yet.'] },
    { at: '/topics-directory', says: ['No topics found matching your criteria.'] },
    { at: '/contact', says: ['Mon-Fri 9AM-6PM WAT', 'hello@lamplight.example'] },
    { at: '/', says: ['300+', '100+', '10,000+', 'Share Your Knowledge & Earn'] },
    { at: '/terms', says: ['Lamplight'] },
  ]) {
    expect(lacks(await ask(site.url + at), { says })).toEqual([])
  }
  // The lists show the same when the backend does not respond at all.
  await backend.end()
  const lone = await startSite({ ...backend.variables, SEED: 'none' })
  for (const [at, sentence] of [
    ['/marketplace', 'No materials found matching your criteria.'],
    ['/writing-services', 'No writing services available at the moment.'],
    ['/courses', 'No courses available at the moment.'],
    ['/blog', 'No blog posts available yet.'],
    ['/topics-directory', 'No topics found matching your criteria.'],
    ['/', 'A lamp for your nursing research'],
  ] as const) {
    expect(lacks(await ask(lone.url + at), { says: [sentence, ...(at === '/' ? [] : ['Try again'])] })).toEqual([])
  }
})

test('the dashboard says that the uploads are loading', async () => {
  const proxy = await openToxicProxy(Number(new URL(shared.backendUrl).port))
  whenOver(() => proxy.end())
  const site = await startSite({ SUPABASE_URL: proxy.url, SUPABASE_PUBLISHABLE_KEY: shared.keys.publishable_key })
  const { cookies: session } = await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  proxy.hold(/material_uploads/)
  const headers = {
    cookie: cookieHeader(session),
    'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  }
  const { body } = await fetch(`${site.url}/upload-materials`, { headers })
  let read = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += chunk
    if (read.includes('Loading your uploads...')) {
      proxy.release()
    }
  }
  expect(getWords(read)).toContain('Loading your uploads...')
  expect(read).toMatch(/<\/html>\s*$/)
})

/**
 * All texts that SPEC.md quotes and a user can see; those shown only during or after an action are searched in a
 * browser.
 */
const quoted = [
  '100% original content',
  '50% Commission',
  'Account Created! 🎉',
  'All Subject Areas',
  'An unexpected error occurred.',
  'Back to Services',
  'Browse Materials',
  'Contact for pricing',
  'Course not found',
  'Dashboard',
  'Failed to update profile. Please try again.',
  'Failed to upload material. Please try again.',
  'Fast delivery',
  'Free Nursing Project Topics Directory Nigeria',
  'Hire Writer (WhatsApp)',
  'Loading...',
  'Loading your uploads...',
  'Login Error',
  'Material not found',
  'Material uploaded successfully! You will receive an email response regarding approval and pricing within 3-5 business days.',
  'materials found',
  'topics found',
  'New Service',
  'No blog posts available yet.',
  'No courses available at the moment.',
  'No materials found matching your criteria.',
  'No topics found matching your criteria.',
  'No uploads yet',
  'No writing services available at the moment.',
  'Not specified',
  'Oops! Page not found',
  'Order This Service',
  'Page Not Found',
  'Please check your email to confirm your account.',
  'Please fill in all required fields',
  'Please select a file to upload',
  'Professional nursing writing service tailored to your academic needs.',
  'Profile updated!',
  'Quality Assured',
  'Quick Review',
  'Quick turnaround time',
  'Service Description',
  'Service not found',
  'Share Your Knowledge & Earn',
  'Sign In',
  'Sign Up Error',
  'Specializations',
  'Start Uploading Materials',
  'Start uploading your nursing materials to earn commission on sales.',
  'Try adjusting your search or filter options.',
  'Update failed',
  'Upload & Sell Your Materials',
  'Uploading...',
  'Welcome back! 🎉',
  'What You Get',
  'Writer not found',
  'You have successfully logged in.',
  'Your Uploaded Materials',
  'Your profile has been successfully updated.',
]

test('every quoted text is tested', () => {
  const here = expected.flatMap(({ says, leads = [], holds = [] }) => [
    ...says,
    ...leads.map(([words]) => words),
    ...holds.map(({ source }) => source),
  ])
  const journeys = ['tests/journeys', 'tests/process']
    .flatMap((directory) => fs.readdirSync(path.join(root, directory)).map((name) => path.join(root, directory, name)))
    .filter((file) => file !== import.meta.filename && file.endsWith('.test.ts'))
    .map((file) => fs.readFileSync(file, 'utf8'))
  const own = fs.readFileSync(import.meta.filename, 'utf8').split('const quoted =')[0] ?? ''
  const nowhere = quoted.filter(
    (text) => ![...here, ...journeys, own].some((place) => place.includes(text) || place.includes(text.replace(/\.$/, '\\.'))),
  )
  expect(nowhere).toEqual([])
})

/** Returns the texts that a page should contain and lacks; empty when all is well. */
function lacks(
  { status: found, text: html }: TestResponse,
  { status = 200, says = [], leads = [], holds = [] }: Partial<Page>,
): string[] {
  const words = getWords(html)
  const links = new Set(
    [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, attributes = '', inner = '']) => {
      const attribute = (name: string) => attributes.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1]
      const label = attribute('aria-label') ?? inner.replaceAll(/<[^>]+>/g, '')
      return `${unescaped(label).trim()} -> ${unescaped(attribute('href') ?? '')}`
    }),
  )
  return [
    ...(found === status ? [] : [`status ${status}, but has ${found}`]),
    ...says.filter((text) => !words.includes(text)),
    ...leads.map(([label, to]) => `${label} -> ${to}`).filter((link) => !links.has(link)),
    ...[/<h1[ >]/, ...holds].filter((pattern) => !pattern.test(html)).map(String),
  ]
}
