import * as v from 'valibot'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Client = Pick<CurrentUser, 'client'>

const figure = v.number()
const ownClassRep = v.nullable(
  v.object({
    code: v.string(),
    stopped_at: v.nullable(v.string()),
    stop_reason: v.string(),
    is_stopped_by_admin: v.boolean(),
    /** In the last 28 days. */
    opens: figure,
    /** Sales by the link that were not reversed, and those of them with a refund. */
    sales: figure,
    refunded: figure,
    /** In kobo, after refunds. */
    earned_kobo: figure,
    percent: figure,
    /** The next agreed percentage, and its first day in Lagos. */
    next_percent: v.nullable(v.object({ percent: figure, day: v.string() })),
  }),
)
/** The class link of a student with its figures. */
export type OwnClassRep = NonNullable<v.InferOutput<typeof ownClassRep>>

/** Returns the user's own class link; null if they are no class rep. Throws if the backend failed. */
export async function findOwnClassRep(user: Client): Promise<OwnClassRep | null> {
  const { data } = await user.client.rpc('own_class_rep').throwOnError()
  return v.parse(ownClassRep, data)
}

/** Lists the class reps, those who sold most first (at most 500). Throws if the backend failed. */
export async function listClassReps(admin: Client) {
  const { data } = await admin.client.rpc('list_class_reps').throwOnError()
  return data
}
export type ListedClassRep = Awaited<ReturnType<typeof listClassReps>>[number]
