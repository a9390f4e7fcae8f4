import * as v from 'valibot'
import { day, filledNumber, line, wholeNumber } from '#app/platform/forms/fields.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { MAX_OWN_PERCENT } from './own-labels.ts'

/** A student's form for a new discount code. `work`: the slug of one of their works; empty for all. */
export const ownDiscountForm = v.object({
  percent: filledNumber(wholeNumber(1, MAX_OWN_PERCENT, `From 1 to ${MAX_OWN_PERCENT} percent`), 'Type how much it takes off'),
  work: line(200),
  last_day: v.pipe(
    day(),
    v.check((typed) => typed === null || typed >= dayInLagos(new Date()), 'Today or a later day'),
  ),
  max_uses: wholeNumber(1, 1_000_000, 'A whole number, from 1'),
})
type OwnDiscount = v.InferOutput<typeof ownDiscountForm>

/** Creates a code of the user, and returns it; null if they have ten in use. Throws if the backend failed. */
export async function createOwnDiscount({ client }: CurrentUser, wanted: OwnDiscount): Promise<string | null> {
  const { percent, work } = wanted
  const { data } = await client
    .rpc('create_own_discount', {
      percent,
      work,
      ...(wanted.last_day === null ? {} : { last_day: wanted.last_day }),
      ...(wanted.max_uses === null ? {} : { max_uses: wanted.max_uses }),
    })
    .throwOnError()
  return data
}

/** Ends a code of the user. Returns false if it was not in use. Throws if the backend failed. */
export async function stopOwnDiscount({ client }: CurrentUser, discount: string): Promise<boolean> {
  return (await client.rpc('stop_own_discount', { discount }).throwOnError()).data
}

/** Returns the user's codes, those in use first. Throws if the backend failed. */
export async function ownDiscounts({ client }: CurrentUser) {
  return (await client.rpc('own_discounts').throwOnError()).data
}

/** Returns the user's works that are sold here for money: slug, title, price in naira, share in percent. */
export async function ownSoldWorks({ client }: CurrentUser, profileId: string) {
  const { data } = await client
    .from('material_shares')
    .select('share_percent, material:research_materials!inner (slug, title, price)')
    .eq('profile_id', profileId)
    .eq('material.sold_here', true)
    .gt('material.price', 0)
    .not('material.published_at', 'is', null)
    .throwOnError()
  return data
    .map(({ share_percent, material }) => ({ ...material, share_percent }))
    .toSorted((one, other) => one.title.localeCompare(other.title))
}
