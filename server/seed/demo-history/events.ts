import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ServiceClient } from '#server/service-client.ts'
import type { DemoCheckout } from './checkout.ts'
import { buyers, type DemoStudent, missedSearches, requests, students } from './people.ts'
import type { Buyer, DemoEvent, Item } from './plan.ts'
import { Random } from './random.ts'
import { chapterOne, storeFile, type UploadFile } from './upload-files.ts'
import type { Account, World } from './world.ts'
import { works } from './works.ts'

type Tools = {
  world: World
  client: ServiceClient
  checkout: DemoCheckout
  admin: Account
  /** The file of each work, by its index. */
  files: readonly UploadFile[]
  addStudent(student: DemoStudent): Promise<void>
}
type Sold = { id: string; slug: string; price: number; isOwn: boolean }
type Order = { id: string; reference: string; hash: string; amount: number; mode: string; address: string; providerId: string }
type Event<Kind extends DemoEvent['kind']> = Extract<DemoEvent, { kind: Kind }>

/** Sources of visits and orders, those of most several times. */
const SOURCES = ['whatsapp', 'whatsapp', 'google', 'typed', 'site', 'whatsapp', 'facebook', 'google', 'telegram', 'instagram']
const AGREEMENT = '2026-11-21'
const RETURN_REASON = 'The bank could not credit the account: the name and the number do not belong together.'

/** Makes the events of the demo happen, one after another, by the calls that the site makes. The clock is set to the event's time. */
export class History {
  readonly #tools: Tools
  readonly #world: World
  readonly #accounts = new Map<number, Account>()
  readonly #uploads = new Map<number, string>()
  readonly #materials = new Map<number, Sold>()
  readonly #orders = new Map<string, Order>()
  readonly #runs = new Map<number, string>()
  readonly #requests = new Map<number, string>()
  readonly #random = new Random(84)
  #own: Sold[] | null = null
  #topics: { key: string }[] | null = null
  /** Views by address (#popularity). */
  readonly #known = new Map<string, number>()
  #sales = 0

  constructor(tools: Tools) {
    this.#tools = tools
    this.#world = tools.world
  }

  async perform(event: DemoEvent): Promise<void> {
    switch (event.kind) {
      case 'join':
        return this.#join(event.student)
      case 'give bank details':
        return this.#saveBankDetails(event.student)
      case 'send work':
        return this.#sendWork(event.work, event.at)
      case 'review work':
        return this.#review(event.work)
      case 'order':
        return this.#order(event)
      case 'ask for refund':
        return this.#askForRefund(event.order)
      case 'agree to refund':
        return this.#agreeToRefund(event.order)
      case 'receive refund':
        return this.#receiveRefund(event.order)
      case 'dispute':
        return this.#dispute(event.order)
      case 'import sales':
        return this.#importSales(event)
      case 'receive settlement':
        return this.#receiveSettlement(event.number)
      case 'run payouts':
        return this.#runPayouts(event.run)
      case 'note payouts':
        return this.#notePayouts(event)
      case 'comment':
        return this.#comment(event)
      case 'request topic':
        return this.#requestTopic(event)
      case 'reply to request':
        return this.#replyToRequest(event.request)
      case 'report':
        return this.#report(event)
      case 'miss search':
        return this.#missSearch(event.search)
      case 'close day':
        return this.#closeDay(event)
    }
  }

  async #join(index: number): Promise<void> {
    const student = at(students, index)
    // The first account is the one of demo-accounts.ts.
    if (index > 0) {
      await this.#tools.addStudent(student)
    }
    this.#accounts.set(index, await this.#world.signIn(student.email))
  }

  async #saveBankDetails(index: number): Promise<void> {
    const { bank, firstName, lastName } = at(students, index)
    const account = this.#account(index)
    const holder = `${lastName} ${firstName}`.toUpperCase()
    await this.#world.query('service', `select public.save_account_check($1, $2, $3, $4, '', $5)`, [
      account.profileId,
      bank?.name,
      bank?.code,
      bank?.number,
      holder,
    ])
    await this.#world.query(account, `select public.confirm_own_account()`)
  }

  async #sendWork(index: number, moment: number): Promise<void> {
    const work = at(works, index)
    const file = at(this.#tools.files, index)
    const account = this.#account(work.owner)
    const stored = `${account.userId}/${moment}-${file.name}`
    await storeFile(this.#tools.client, stored, file)
    const [upload] = await this.#world.query<{ id: string }>(
      account,
      `insert into public.material_uploads
         (user_id, title, category, format, pages, subject_area, year_of_study, programme, terms_version, file_name, file_path, file_sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
      [
        account.profileId,
        work.title,
        work.sentAs,
        file.format,
        file.pages,
        work.subject,
        work.year,
        work.programme,
        AGREEMENT,
        file.name,
        stored,
        file.sha256,
      ],
    )
    this.#uploads.set(index, required(upload, 'upload').id)
    if (work.fate !== 'waiting') {
      await this.#world.query(this.#tools.admin, `select public.save_file_metadata($1, $2, $3, $4::jsonb)`, [
        this.#uploads.get(index),
        stored,
        file.sha256,
        JSON.stringify({ file_bytes: file.bytes.length, pages: file.pages, words: file.words, headings: [] }),
      ])
    }
  }

  async #review(index: number): Promise<void> {
    const work = at(works, index)
    const upload = this.#uploads.get(index)
    const admin = this.#tools.admin
    const [review] = await this.#world.query<{ version: number }>(
      admin,
      `select version from public.upload_reviews where upload_id = $1`,
      [upload],
    )
    const { version } = required(review, 'review')
    if (work.fate === 'rejected') {
      await this.#world.query(admin, `select public.reject_upload($1, $2, $3)`, [
        upload,
        version,
        'The text is taken word for word from a website, and there is no study in it. We sell only what students wrote themselves.',
      ])
      return
    }
    if (work.fate === 'changes asked') {
      await this.#world.query(admin, `select public.request_changes($1, $2, $3)`, [
        upload,
        version,
        'Please take the name of the ward out of page 3, and add the list of references that the text names.',
      ])
      return
    }
    for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
      await this.#world.query(admin, `select public.tick_review($1, $2, true)`, [upload, check])
    }
    const [created] = await this.#world.query<{ outcome: string; material_id: string; slug: string }>(
      admin,
      `select * from public.approve_upload($1, $2, $3::jsonb, 50)`,
      [
        upload,
        version,
        JSON.stringify({
          title: work.title,
          category: work.category,
          subject_area: work.subject,
          price: work.price,
          sold_here: true,
          pages: at(this.#tools.files, index).pages,
          year_of_study: work.year,
          chapter_one_preview: chapterOne(work),
          preview_section: 'first_chapter',
          abstract: work.opening,
          programme: work.programme,
        }),
      ],
    )
    const { outcome, material_id: id, slug } = required(created, 'approval')
    expectOutcome('ok', outcome, `the approval of ${work.title}`)
    this.#materials.set(index, { id, slug, price: work.price, isOwn: false })
  }

  async #order({ name, item, buyer, isPaid }: Event<'order'>): Promise<void> {
    const { id, price } = await this.#sold(item)
    const token = randomBytes(16).toString('base64url')
    const hash = createHash('sha256').update(token).digest('hex')
    const email = getEmail(buyer)
    // Works are sold as with a live key, so that shares clear. All of it is marked as a sample in the end.
    const mode = 'live'
    const [started] = await this.#world.query<{ it: { outcome: string; id: string; reference: string; amount_kobo: number } }>(
      'service',
      `select (select to_jsonb(r) from public.create_order($1, $2, $3, $4, $5, origin => $6::jsonb) r) as it`,
      [id, email, price, mode, hash, JSON.stringify({ source: at(SOURCES, this.#orders.size % SOURCES.length) })],
    )
    const order = required(started, 'order').it
    expectOutcome('ok', order.outcome, `the order of a work at ${price} naira`)
    const { paystack, pay, siteUrl } = this.#tools.checkout
    const page = `${siteUrl}/orders/${token}`
    const { reference, amount_kobo: amount } = order
    const address = await paystack.start({ email, amount, reference, callback: page, cancel: page })
    await this.#world.query('service', `select public.record_order_sent($1, $2)`, [order.id, address])
    if (isPaid) {
      pay(address)
    }
    const response = required(await paystack.verify(reference), 'payment')
    const [settled] = await this.#world.query<{ state: string }>(
      'service',
      `select public.settle_order($1, $2::jsonb) as state`,
      [order.id, JSON.stringify({ ...response, domain: mode })],
    )
    expectOutcome(isPaid ? 'paid' : 'abandoned', required(settled, 'order').state, `the payment ${reference}`)
    this.#orders.set(name, { id: order.id, reference, hash, amount, mode, address, providerId: response.id })
  }

  async #askForRefund(name: string): Promise<void> {
    const [asked] = await this.#world.query<{ outcome: string }>('service', `select public.request_refund($1, $2) as outcome`, [
      this.#named(name).hash,
      'I bought the wrong work. My topic is another one.',
    ])
    expectOutcome('ok', required(asked, 'refund').outcome, 'a request for a refund')
  }

  async #agreeToRefund(name: string): Promise<void> {
    const { id, reference, amount } = this.#named(name)
    const [agreed] = await this.#world.query<{ outcome: string }>(
      this.#tools.admin,
      `select public.decide_refund($1, true, 'Of course. It can take some days until your bank shows it.') as outcome`,
      [id],
    )
    expectOutcome('ok', required(agreed, 'refund').outcome, 'a refund')
    const sent = await this.#tools.checkout.paystack.refund({ reference, amount, currency: 'NGN', note: 'Refund' })
    await this.#world.query('service', `select public.record_refund_state($1, $2, $3)`, [id, sent.status, sent.id])
  }

  async #receiveRefund(name: string): Promise<void> {
    await this.#world.query('service', `select public.record_refund_state($1, 'processed')`, [this.#named(name).id])
  }

  async #dispute(name: string): Promise<void> {
    const { address, providerId, mode } = this.#named(name)
    this.#tools.checkout.dispute(address)
    for (const found of await this.#tools.checkout.paystack.disputes.ofPayment(providerId)) {
      await this.#world.query('service', `select public.settle_dispute($1::jsonb)`, [JSON.stringify({ ...found, domain: mode })])
    }
  }

  async #importSales({ source, sales }: Event<'import sales'>): Promise<void> {
    const rows = sales.map(({ item, paid }) => {
      const { id, price } = required(this.#materials.get(item.work), 'material')
      this.#sales += 1
      return {
        provider: source === 'csv' ? 'selar' : 'other',
        reference: source === 'csv' ? `SLR-${48_210 + this.#sales * 7}` : `Bank transfer ${1000 + this.#sales}`,
        product: '',
        link: '',
        material: id,
        gross: price * 100,
        fee: source === 'csv' ? null : 0,
        currency: 'NGN',
        paid_at: new Date(paid).toISOString(),
      }
    })
    await this.#world.query(this.#tools.admin, `select public.record_sales($1::jsonb, $2)`, [JSON.stringify(rows), source])
  }

  /** Records that most of what the providers owe arrived in the bank; they hold back a part for refunds. */
  async #receiveSettlement(number: number): Promise<void> {
    await this.#world.query(
      this.#tools.admin,
      `select public.record_bank($1, 'settlement', balance_kobo / 125 * 100, 'Paystack and Selar')
         from public.balance_sheet(current_date) where account = 'provider'`,
      [`demo-settlement-${number}`],
    )
  }

  async #runPayouts(run: number): Promise<void> {
    const admin = this.#tools.admin
    await this.#giveThePassword()
    const proposed = await this.#world.query<{ profile_id: string; available_kobo: number; eligibility: string }>(
      admin,
      `select profile_id, available_kobo, eligibility from public.propose_payouts()`,
    )
    const expected = proposed
      .filter(({ eligibility }) => eligibility === 'pay')
      .map(({ profile_id: profile, available_kobo: kobo }) => ({ profile, kobo }))
    const [confirmed] = await this.#world.query<{ outcome: string; run_id: string }>(
      admin,
      `select * from public.confirm_payouts($1, $2::jsonb)`,
      [randomUUID(), JSON.stringify(expected)],
    )
    const { outcome, run_id } = required(confirmed, 'run')
    expectOutcome('ok', outcome, `payout run ${run + 1}`)
    this.#runs.set(run, run_id)
    await this.#world.query(admin, `select public.payout_bank_file($1)`, [run_id])
  }

  /** The bank paid all but one of the last run: the account of the student with the smallest payout was not right. */
  async #notePayouts({ run, returns }: Event<'note payouts'>): Promise<void> {
    const admin = this.#tools.admin
    const of = this.#runs.get(run)
    const payouts = await this.#world.query<{ id: string }>(
      admin,
      `select id from public.payouts where run_id = $1 and profile_id <> $2 order by amount_kobo`,
      [of, this.#account(0).profileId],
    )
    const returned = returns ? payouts[0] : undefined
    await this.#world.query(
      admin,
      `select public.mark_payouts_paid($1, array(select id from public.payouts where run_id = $1 and id is distinct from $2), $3)`,
      [of, returned?.id ?? null, `NIP/${260_900 + run * 14}`],
    )
    if (returned) {
      await this.#world.query(admin, `select public.record_payout_return($1, $2)`, [returned.id, RETURN_REASON])
    }
  }

  /** Confirms the password, as the console asks before money moves. */
  async #giveThePassword(): Promise<void> {
    await this.#world.query('owner', `update auth.sessions set created_at = now() where id = $1`, [this.#tools.admin.session])
  }

  async #comment({ student, work, text, stars, isShown }: Event<'comment'>): Promise<void> {
    const account = this.#account(student)
    const { id } = required(this.#materials.get(work), 'material')
    if (stars === null) {
      await this.#world.query(account, `insert into public.material_comments (material_id, body) values ($1, $2)`, [id, text])
    } else {
      const [rated] = await this.#world.query<{ outcome: string }>(
        account,
        `select public.rate_material($1, $2, $3) as outcome`,
        [id, text, stars],
      )
      expectOutcome('ok', required(rated, 'rating').outcome, 'a rating')
    }
    if (isShown) {
      await this.#world.query(
        this.#tools.admin,
        `update public.material_comments set comment_status = 'shown' where profile_id = $1 and material_id = $2`,
        [account.profileId, id],
      )
    }
  }

  async #requestTopic({ student, request }: { student: number; request: number }): Promise<void> {
    const account = this.#account(student)
    const { topic, programme, specialty } = at(requests, request)
    const [asked] = await this.#world.query<{ id: string }>(
      account,
      `insert into public.topic_requests (user_id, topic, programme, specialty, deadline)
       values ($1, $2, $3, $4, (now() + interval '24 days')::date) returning id`,
      [account.profileId, topic, programme, specialty],
    )
    this.#requests.set(request, required(asked, 'request').id)
  }

  async #replyToRequest(request: number): Promise<void> {
    const [answered] = await this.#world.query<{ outcome: string }>(
      this.#tools.admin,
      `select public.answer_topic_request(r.id, r.updated_at, null, $2) as outcome from public.topic_requests r where r.id = $1`,
      [this.#requests.get(request), at(requests, request).answer],
    )
    expectOutcome('ok', required(answered, 'answer').outcome, 'the answer to a topic request')
  }

  async #report({ student, work }: Event<'report'>): Promise<void> {
    await this.#world.query(
      this.#account(student),
      `insert into public.reports (material_id, reason, words) values ($1, 'copied', $2)`,
      [required(this.#materials.get(work), 'material').id, 'Two pages look like a handout that our lecturer gave us.'],
    )
  }

  async #missSearch(search: number): Promise<void> {
    const { words, kind } = at(missedSearches, search)
    await this.#world.query('service', `select public.record_missed_search($1, $2)`, [words, kind])
  }

  /** The end of a day: shares whose refund window has closed become available, and the visits of the day are counted. */
  async #closeDay({ weight, at: moment }: Event<'close day'>): Promise<void> {
    await this.#world.query('service', `select public.clear_due_shares()`)
    const day = new Date(moment + 3_600_000).toISOString().slice(0, 10)
    const visited = [...this.#materials.values(), ...(await this.#ownWorks())]
    const counts = visited.flatMap(({ slug, isOwn }) => {
      const views = Math.round(this.#random.next() * weight * this.#popularity(slug, isOwn))
      const clicks = Math.round(views * this.#random.next() * 0.25)
      // Without a random number, so that the rest of the history stays as it was.
      const source = SOURCES[(views + clicks) % SOURCES.length]
      return views === 0 ? [] : [{ key: slug, day, source, views, clicks }]
    })
    const topics = (await this.#openedTopics()).map(({ key }, rank) => ({ key, day, views: 1 + rank, clicks: 0 }))
    await this.#world.query('service', `select public.record_views_and_clicks($1, $2::jsonb)`, [
      randomUUID(),
      JSON.stringify([...counts, ...topics]),
    ])
  }

  /** The most views of a work on a usual day. The best known of the platform's own works are opened most. */
  #popularity(slug: string, isOwn: boolean): number {
    const known = this.#known.get(slug) ?? (isOwn ? 2 + 20 * this.#random.next() ** 2 : 8 + 8 * this.#random.next())
    this.#known.set(slug, known)
    return known
  }

  async #sold(item: Item): Promise<Sold> {
    if ('work' in item) {
      return required(this.#materials.get(item.work), 'material')
    }
    const own = await this.#ownWorks()
    // If no work of the platform is sold here, the order is for a student's work.
    return own[item.own % own.length] ?? required([...this.#materials.values()][item.own % this.#materials.size], 'material')
  }

  /** Works of the platform that are sold here. */
  async #ownWorks(): Promise<Sold[]> {
    this.#own ??= await this.#world.query<Sold>(
      'owner',
      `select m.id, m.slug, m.price, true as "isOwn" from public.research_materials m
        where m.sold_here and m.selar_link is null and m.price > 0 and m.published_at is not null
          and not exists (select from public.material_shares s where s.material_id = m.id)
        order by m.slug`,
    )
    return this.#own
  }

  /** A few topics of the directory, of different subjects, under the keys of record_views_and_clicks. */
  async #openedTopics(): Promise<{ key: string }[]> {
    this.#topics ??= await this.#world.query<{ key: string }>(
      'owner',
      `select key from (select distinct on (subject_area) 'topic:' || lower(topic) as key from public.topics_directory
        where deleted_at is null order by subject_area, topic) t order by md5(key) limit 8`,
    )
    return this.#topics
  }

  #account(index: number): Account {
    return required(this.#accounts.get(index), 'student')
  }

  #named(name: string): Order {
    return required(this.#orders.get(name), 'order')
  }
}

function getEmail(buyer: Buyer): string {
  return 'student' in buyer ? at(students, buyer.student).email : `${at(buyers, buyer.guest)}@mail.example`
}

function at<Element>(list: readonly Element[], index: number): Element {
  return required(list[index], 'entry')
}

function required<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) {
    throw new Error(`The demo misses its ${what}`)
  }
  return value
}

function expectOutcome(expected: string, outcome: string, what: string): void {
  if (outcome !== expected) {
    throw new Error(`The demo could not make ${what}: ${outcome}`)
  }
}
