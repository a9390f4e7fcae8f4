import { href } from 'react-router'
import type * as v from 'valibot'
import { filled, line, lines } from '#app/platform/forms/fields.ts'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import { getSchema, type RecordFields } from '../console/field-map.ts'
import { filterByWords, filterDeleted, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'

const savedReplyFields = {
  name: {
    schema: filled(line(60), 'Give it a short name'),
    label: 'Name',
    autoComplete: 'off',
    placeholder: 'Link again',
    hint: 'The button says it beside the reply. The person does not see it.',
  },
  body: {
    schema: filled(lines(4000), 'Type the text'),
    kind: 'area',
    label: 'Text',
    hint: 'Without greeting and signature: the reply adds “Hello” with the name, and “Lamplight”. You can change it before you send it.',
  },
} satisfies RecordFields<'saved_replies'>

const savedReplyForm = getSchema(savedReplyFields)
type SavedReplyForm = v.InferOutput<typeof savedReplyForm>

export const savedReplyParts = ['all', 'deleted'] as const

/** Returns a page of saved replies, last changed first, and their number. Throws if the backend failed. */
export const listSavedReplies = (admin: CurrentUser, address: ListAddress) =>
  listRecords(admin, 'saved_replies', ['name', 'body'], address, (query) =>
    filterByWords(filterDeleted(query, address), 'found_in', address),
  )

export type SavedReply = { id: string; name: string; body: string }

/** The maximum number of saved replies beside a reply. */
const MAX_CHOICES = 30

/** Returns the saved replies for a reply, by name. Throws if the backend failed. */
export async function getSavedReplies(admin: CurrentUser): Promise<SavedReply[]> {
  const { data } = await admin.client
    .from('saved_replies')
    .select('id, name, body')
    .is('deleted_at', null)
    .order('name')
    .limit(MAX_CHOICES)
    .throwOnError()
  return data
}

/** The admin section of the saved replies. */
export const savedReplyAdmin: RecordAdmin<'saved_replies', SavedReplyForm> = {
  table: 'saved_replies',
  path: href('/admin/people/messages/saved-replies'),
  noun: 'saved reply',
  fields: savedReplyFields,
  schema: savedReplyForm,
  unique: { field: 'name', reason: 'Another saved reply has this name; look among the deleted ones too' },
  cacheKeys: [],
  isShown: ({ deleted_at }) => deleted_at === null,
}

/** The actions on selected saved replies. */
export const savedReplyBulk: BulkRecords<'saved_replies'> = { resource: savedReplyAdmin, name: 'name' }
