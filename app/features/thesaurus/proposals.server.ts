import * as v from 'valibot'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { Enums } from '#app/services/database.ts'
import { SEARCHES } from './admin.server.ts'

const found = v.array(v.object({ title: v.string(), slug: v.nullable(v.string()) }))
const searches = v.array(
  v.object({
    words: v.string(),
    kind: v.string(),
    judged: v.boolean(),
    before: v.number(),
    after: v.number(),
    exact_before: v.number(),
    exact_after: v.number(),
    ndcg_before: v.nullable(v.number()),
    ndcg_after: v.nullable(v.number()),
  }),
)

/**
 * A search that a proposed entry may change: how many works it finds, how many of them in full, and, if it is judged,
 * its nDCG@10, which is null if it should find nothing.
 */
export type ChangedSearch = v.InferOutput<typeof searches>[number]

export type ProposalDecision = Enums['proposal_decision']

/**
 * Returns at most twenty proposed entries, those of the most frequent missed searches first. `found` has up to five of
 * the `total` works that the missed search would find.
 * @throws if the backend failed.
 */
export async function listProposals(admin: CurrentUser) {
  const { data } = await admin.client.rpc('list_thesaurus_proposals').throwOnError()
  return data.map((proposal) => ({
    ...proposal,
    found: v.parse(found, proposal.found),
    searches: v.parse(searches, proposal.searches),
  }))
}
export type Proposal = Awaited<ReturnType<typeof listProposals>>[number]

/**
 * Adds a proposed entry to the thesaurus, dismisses it, or undoes either.
 * @returns false if it was decided before.
 * @throws if the backend failed.
 */
export async function decideProposal(admin: CurrentUser, proposal: string, decision: ProposalDecision): Promise<boolean> {
  const { data } = await admin.client.rpc('decide_thesaurus_proposal', { proposal, decision }).throwOnError()
  SEARCHES.forEach((key) => publicCache.invalidate(key))
  return data
}
