import type { InferOutput } from 'valibot'
import type { Enums } from '#app/services/database.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { bundleForm } from './schema.ts'

type Rejection = Exclude<Enums['bundle_creation'], 'ok'>

/** The field and the sentence for a bundle that cannot be created. */
export const bundleRejections: Record<Rejection, { field: 'works' | 'price'; text: string }> = {
  too_few: { field: 'works', text: 'Two to ten works' },
  unknown_work: {
    field: 'works',
    text: 'One of these is no work of the catalogue, or a sample. Copy the addresses of their pages',
  },
  in_a_bundle: { field: 'works', text: 'One of these is a bundle itself' },
  not_one_author: { field: 'works', text: 'They must all be Lamplight’s, or all by one student' },
  other_share: { field: 'works', text: 'The student’s share of these works differs, so that of the bundle would be unclear' },
  not_below: { field: 'price', text: 'Less than the works cost one by one' },
  sold: {
    field: 'works',
    text: 'It was bought, so buyers keep its works in this order. Add others at the end, or make another bundle',
  },
}

/** Creates a bundle as a draft. Returns its id, or why it was not created. Throws if the backend failed. */
export async function createBundle(
  admin: Pick<CurrentUser, 'client'>,
  { title, works, category, price, about }: InferOutput<typeof bundleForm>,
): Promise<{ id: string } | { rejection: Rejection }> {
  const { data } = await admin.client
    .rpc('create_bundle', { name: title, slugs: works, naira: price, about, kind: category })
    .single()
    .throwOnError()
  return data.outcome === 'ok' ? { id: data.id } : { rejection: data.outcome }
}

/** Gives a bundle these works, in order. Returns why they were not changed, or null. Throws if the backend failed. */
export async function changeBundle(
  admin: Pick<CurrentUser, 'client'>,
  bundle: string,
  slugs: string[],
): Promise<Rejection | null> {
  const { data } = await admin.client.rpc('change_bundle', { bundle, slugs }).throwOnError()
  return data === 'ok' ? null : data
}
