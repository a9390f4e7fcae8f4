// Works that are sold here and their orders, for tests of what follows a purchase.
import { createHash, randomBytes } from 'node:crypto'
import type { gatherPeople } from './people.ts'

type People = Awaited<ReturnType<typeof gatherPeople>>
/** A created order: `hash` is the hash of a token that opens it. Kobo. */
export type BoughtOrder = { outcome: string; id: string; reference: string; amount_kobo: number; hash: string; material: string }

export function getPaymentServices({ ada, admin, owner, secretKey, as, sendIn }: People) {
  let works = 0

  /** Creates a student's (Ada's) work with a file, sold here at this price in naira. */
  async function work(price = 3500, student = ada): Promise<{ id: string; upload: string }> {
    const { id: upload } = await sendIn(student, 'Hand hygiene of nurses')
    await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
    const [row] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, price, published_at) values ($1, $1, 'seminar', $2, now()) returning id`,
      [`bought-${(works += 1)}`, price],
    )
    await as(owner).change(`insert into public.material_shares (material_id, upload_id, profile_id) values ($1, $2, $3)`, [
      row?.id,
      upload,
      student.profileId,
    ])
    await as(admin).change(`update public.research_materials set sold_here = true where id = $1`, [row?.id])
    return { id: row?.id ?? '', upload }
  }

  /** Begins an order; `price` is what is to be paid, in naira, with the discount `code`, by a visit from `source`. */
  async function begin(
    material: string,
    { email = 'buyer@mail.ng', price = 3500, mode = 'live', code = null as string | null, source = 'typed' } = {},
  ): Promise<BoughtOrder> {
    const hash = createHash('sha256').update(randomBytes(16)).digest('hex')
    const [row] = await as(secretKey).query<{ it: Omit<BoughtOrder, 'material' | 'hash'> }>(
      `select (select to_jsonb(r) from public.create_order($1, $2, $3, $4, $5, code => $6, origin => $7::jsonb) r) as it`,
      [material, email, price, mode, hash, code, JSON.stringify({ source })],
    )
    return { material, hash, ...(row?.it ?? { outcome: 'none', id: '', reference: '', amount_kobo: 0 }) }
  }

  /** Settles the order with a verify response as our client parses it. */
  async function settle(order: BoughtOrder, more: Record<string, unknown> = {}): Promise<string | undefined> {
    const response = {
      id: '1',
      status: 'success',
      reference: order.reference,
      amount: order.amount_kobo,
      currency: 'NGN',
      domain: 'live',
      fees: 15_250,
      paid_at: null,
      ...more,
    }
    const [row] = await as(secretKey).query<{ it: string }>(`select public.settle_order($1, $2::jsonb) as it`, [
      order.id,
      JSON.stringify(response),
    ])
    return row?.it
  }

  return {
    work,
    begin,
    settle,
    /** Creates a paid order of a work; for 3,500 naira unless a material and its price are given. */
    async paid(
      options: { email?: string; material?: string; price?: number; mode?: string; code?: string } = {},
    ): Promise<BoughtOrder> {
      const order = await begin(options.material ?? (await work(options.price)).id, options)
      await settle(order, { domain: options.mode ?? 'live' })
      return order
    },
  }
}
