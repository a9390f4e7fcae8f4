/* The addresses and forms of the built site: routes from the build, forms from the pages that each role sees. */
import fs from 'node:fs'
import path from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import type { ServerBuild } from 'react-router'
import { vi } from 'vitest'
import { type TestResponse, ask, cookieHeader, send } from '../support/http.ts'
import { DEMO_PASSWORD } from '../support/test-databases.ts'
import { root } from '../support/processes.ts'
import type { SoldWork } from '../support/sold-work.ts'
import { getFault } from './hostile.ts'

export type Route = { pattern: string; hasAction: boolean }

/** Returns every address of the site with its parameters, such as /orders/:token. */
export async function listBuildRoutes(): Promise<Route[]> {
  const { routes } = (await import(path.join(root, 'build/server/index.js'))) as ServerBuild
  const getPath = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route === undefined ? '' : `${getPath(route.parentId)}${route.path ? `/${route.path}` : ''}`
  }
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ module: { default: page, loader, action } }) => page ?? loader ?? action)
    .map(({ id, module }) => ({ pattern: getPath(id) || '/', hasAction: module.action !== undefined }))
}

/** Signs in. Returns the Cookie header. */
export async function signedIn(url: string, email: string, password: string): Promise<string> {
  const response = await send(`${url}/auth`, { intent: 'login', email, password })
  if (response.status !== 303) {
    throw new Error(`Could not sign in ${email}: ${response.status}`)
  }
  return cookieHeader(response.cookies)
}

export type SentFile = { name: string; type: string; bytes: Buffer }
export type Field = { name: string; value: string; isFile: boolean; file?: SentFile }
export type Form = {
  /** The page that contains it. */
  page: string
  action: string
  method: 'GET' | 'POST'
  isMultipart: boolean
  fields: Field[]
}

/** Returns the forms of a page, one for each of their buttons. */
export function getForms(html: string, page: string): Form[] {
  const document = parseDocument(html)
  const within = (name: string, nodes = document.childNodes) => DomUtils.getElementsByTagName(name, nodes)
  const attribute = (element: ReturnType<typeof within>[number], name: string) => DomUtils.getAttributeValue(element, name)
  return within('form').flatMap((form) => {
    const id = attribute(form, 'id')
    const all = ['input', 'textarea', 'select', 'button'].flatMap((name) => [
      ...within(name, form.childNodes),
      ...(id === undefined ? [] : within(name).filter((element) => attribute(element, 'form') === id)),
    ])
    const fields = all
      .filter(({ name }) => name !== 'button')
      .map((element) => ({
        name: attribute(element, 'name') ?? '',
        value:
          element.name === 'textarea'
            ? DomUtils.textContent(element)
            : element.name === 'select'
              ? (within('option', element.childNodes).map((option) => attribute(option, 'value'))[1] ?? '')
              : (attribute(element, 'value') ?? ''),
        isFile: attribute(element, 'type') === 'file',
      }))
      .filter(({ name }) => name !== '')
    const getAction = (address = attribute(form, 'action') ?? page) => {
      const { pathname, search } = new URL(address, `http://x${page}`)
      return pathname + search
    }
    const buttons = all
      .filter(({ name }) => name === 'button')
      .map((button) => ({
        action: getAction(attribute(button, 'formaction')),
        pressed: [{ name: attribute(button, 'name') ?? '', value: attribute(button, 'value') ?? '', isFile: false }].filter(
          ({ name }) => name !== '',
        ),
      }))
      .filter(({ action, pressed }) => pressed.length > 0 || action !== getAction())
    const created: Omit<Form, 'fields' | 'action'> = {
      page,
      method: attribute(form, 'method')?.toUpperCase() === 'POST' ? 'POST' : 'GET',
      isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
    }
    const hasOwnAction = form.attribs.action !== undefined && buttons.every(({ pressed }) => pressed.length === 0)
    const own = buttons.length === 0 || hasOwnAction ? [{ action: getAction(), pressed: [] }] : []
    return [...own, ...buttons].map(({ action, pressed }) => ({
      ...created,
      action,
      fields: [...fields, ...pressed],
    }))
  })
}

/** Returns an address without the parts that differ between records, so that one page of a kind is opened. */
const getKind = (address: string) =>
  (address.startsWith('/auth?') ? [address] : address.split('?'))[0]
    ?.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replace(/^\/(material|material-preview|blog|buy|share|orders)\/.+/, '/$1/:key') ?? ''

/**
 * Follows the links from `starts` as the owner of `cookie`, one page of each kind. Returns the pages, their forms (one
 * of each kind), and what is wrong with a page.
 */
export async function crawl(
  url: string,
  starts: readonly string[],
  cookie: string,
): Promise<{ pages: string[]; forms: Form[]; faults: string[] }> {
  const faults: string[] = []
  const waiting = [...starts]
  const pages = new Map<string, string>()
  const forms = new Map<string, Form>()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const kind = getKind(address)
    if (pages.has(kind)) {
      continue
    }
    const response = await ask(url + address, { headers: { cookie } })
    const { status, headers, text } = response
    pages.set(kind, address)
    const fault = getFault(response)
    if (fault) {
      faults.push(`${address}: ${fault}`)
    }
    if (status !== 200 || !headers['content-type']?.includes('html')) {
      continue
    }
    for (const form of getForms(text, address)) {
      const buttons = form.fields.map(({ name, value }) => (name === 'intent' ? `intent=${value}` : name)).toSorted()
      forms.set(`${form.method} ${getKind(form.action)} ${buttons.join()}`, form)
    }
    const links = DomUtils.getElementsByTagName('a', parseDocument(text)).map((link) => DomUtils.getAttributeValue(link, 'href'))
    waiting.push(...links.filter((href) => href !== undefined).filter((href) => /^\/(?!\/|dev\/)/.test(href)))
  }
  return { pages: [...pages.values()], forms: [...forms.values()], faults }
}

/** Throws unless each response of a setup step has an expected status. */
function requireStatuses(what: string, responses: readonly { status: number }[], expected: readonly number[]): void {
  const statuses = responses.map(({ status }) => status)
  if (statuses.join() !== expected.join()) {
    throw new Error(`Could not ${what}: ${statuses.join()}`)
  }
}

/**
 * Creates one of each record that has its own pages and forms: an upload, a topic request, a message, a comment, a sale
 * that matches no material, and a paid order that the buyer's bank disputes.
 * @returns the pages of the order: the buyer's and the admin's.
 */
export async function makeRecords(
  url: string,
  { student, admin }: { student: string; admin: string },
  work: SoldWork,
): Promise<{ order: string; adminOrder: string }> {
  const upload = { title: 'Pain after caesarean section', category: 'thesis', format: 'PDF', email: 'ada@example.ng' }
  const parts = Object.entries(upload).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--edge\r\nContent-Disposition: form-data; name="file"; filename="work.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const uploaded = await ask(`${url}/upload-materials`, {
    body: Buffer.concat([
      Buffer.from(parts.join('') + file),
      fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf')),
      Buffer.from('\r\n--edge--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge', origin: url, cookie: student },
  })
  const requested = await send(`${url}/request-a-topic`, { topic: 'Pain in labour' }, { headers: { cookie: student } })
  const comment = { comment: 'Where is the second chapter?' }
  const commented = await send(`${url}/material-preview/${work.slug}`, comment, { headers: { cookie: student } })
  const message = { name: 'Ada', email: 'ada@example.ng', about: 'other', body: 'Do you print?' }
  const wrote = await send(`${url}/contact`, message)
  const imported = await importSale(url, admin, { reference: 'UNMATCHED-1', product: 'A bundle of two works' })
  requireStatuses('make the records', [uploaded, requested, commented, wrote, imported], [303, 303, 303, 303, 303])
  return disputeOrder(url, admin, work)
}

/** Imports one sale from a CSV file, as an admin. */
export function importSale(
  url: string,
  admin: string,
  { reference, product, amount = '3500' }: { reference: string; product: string; amount?: string },
): Promise<TestResponse> {
  const csv = `reference,product,amount,date\n${reference},${product},${amount},2026-11-20\n`
  return send(`${url}/admin/money/sales/import`, { intent: 'import', provider: 'selar', csv }, { headers: { cookie: admin } })
}

/** Returns the forms that an admin's page shows now. */
export async function formsAt(url: string, address: string, cookie: string): Promise<Form[]> {
  return getForms((await ask(url + address, { headers: { cookie } })).text, address)
}

/** Returns the form of a page that has this button or leads to this act, or undefined. */
export const getForm = (forms: readonly Form[], intent: string) =>
  forms.find(
    ({ action, fields }) =>
      action.endsWith(`/${intent}`) || fields.some(({ name, value }) => name === 'intent' && value === intent),
  )

/** Returns what a form sends unchanged. */
export const valuesOf = ({ fields }: Form): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

/** Pays out what is due. Returns the address of the run. */
export async function confirmPayouts(url: string, admin: string): Promise<string> {
  const form = getForm(await formsAt(url, '/admin/money/payouts', admin), 'confirm')
  const fields = form && { ...valuesOf(form), password: DEMO_PASSWORD }
  const confirmed = await send(`${url}/admin/money/payouts`, { ...fields }, { headers: { cookie: admin } })
  requireStatuses('confirm the payouts', [confirmed], [303])
  return String(confirmed.headers.location)
}

/**
 * Buys a work as the demo student with simulated Paystack. Returns the addresses of the order's page and of its
 * payment.
 */
export async function payForOrder(url: string, { slug, price }: SoldWork): Promise<{ order: string; payment: string }> {
  const fields = { intent: 'pay', email: 'student@lamplight.example', price: String(price) }
  const started = await send(`${url}/buy/${slug}`, fields)
  const payment = String(started.headers.location)
  const paid = await send(payment, { act: 'pay' })
  const order = new URL(String(paid.headers.location)).pathname
  requireStatuses('pay for an order', [started, paid, await ask(url + order)], [303, 303, 200])
  return { order, payment }
}

/** Buys a work, and has the buyer's bank dispute the payment. */
async function disputeOrder(url: string, admin: string, work: SoldWork): Promise<{ order: string; adminOrder: string }> {
  const { order, payment } = await payForOrder(url, work)
  const list = await ask(`${url}/admin/money/orders`, { headers: { cookie: admin } })
  const adminOrder = /\/admin\/money\/orders\/[0-9a-f-]{36}/.exec(list.text)?.[0] ?? ''
  requireStatuses('dispute an order', [await send(payment, { act: 'dispute' })], [303])
  await vi.waitFor(
    async () => {
      if (!getForm(await formsAt(url, adminOrder, admin), 'decline-dispute')) {
        throw new Error('The order is not disputed yet')
      }
    },
    { timeout: 120_000, interval: 250 },
  )
  return { order, adminOrder }
}
