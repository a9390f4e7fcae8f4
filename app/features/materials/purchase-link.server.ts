import * as v from 'valibot'
import { filled, line } from '#app/platform/forms/fields.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** The form that sets a material's purchase link. */
export const purchaseLinkForm = v.object({
  selar_link: v.pipe(
    filled(line(1000), 'Paste the address of the product'),
    v.check((text) => /^https:\/\/\S+$/.test(text) && URL.canParse(text), 'A whole address, beginning with https://'),
  ),
})

/**
 * Sets the purchase link of a hidden material and puts it on sale; the database emails its student.
 * @returns false if another admin already did so, or deleted it.
 * @throws if the backend failed.
 */
export async function putOnSale(admin: CurrentUser, id: string, selar_link: string): Promise<boolean> {
  const { data } = await admin.client
    .from('research_materials')
    .update({ selar_link, published_at: new Date().toISOString() })
    .eq('id', id)
    .is('published_at', null)
    .is('deleted_at', null)
    .select('id')
    .throwOnError()
  return data.length > 0
}
