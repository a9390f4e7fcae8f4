import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { type Backend, backendContext, siteContext } from '../../platform/process/backend.server.ts'
import { BrokenForm, receiveForm, type ReceivedForm } from '../../platform/forms/receive-form.server.ts'
import type { Person } from '../../platform/session/session.server.ts'
import { encodeAvatar, isOurs } from './encode-avatar.server.ts'

type Context = Readonly<RouterContextProvider>

/** Bytes of the largest picture that is taken; phones make up to twelve million of them, some forty. */
const MOST_BYTES = 25 * 1024 * 1024
const BUCKET = 'product-files'
/** Endings that the bucket's policies allow; ours is the first. */
const [ENDING, ...OTHER_ENDINGS] = ['webp', 'png', 'jpg', 'jpeg', 'avif', 'gif'] as const

const nameOf = (userId: string, ending: string = ENDING) => `avatars/${userId}.${ending}`
const publicPath = (userId: string) => `/storage/v1/object/public/${BUCKET}/${nameOf(userId)}`

/** Edit Profile as it arrived: what was typed, and the chosen picture. */
export type ProfileWithPicture = { fields: Record<string, string>; picture: ChosenPicture; discard(): Promise<void> }
/** A picture received in a place of its own, one that could not be received, or none. */
type ChosenPicture = { path: string } | { failure: Error } | 'too large' | 'no room' | null

/**
 * Reads the form of Edit Profile; the picture goes into the receiving directory until `discard`. Null when the form broke off on its way: then
 * nothing of it is known.
 */
export async function receiveProfile(request: Request, context: Context): Promise<ProfileWithPicture | null> {
  const { receivingDirectory, hasRoom } = context.get(siteContext)
  let form: ReceivedForm
  try {
    form = await receiveForm(request, { directory: receivingDirectory, mostBytes: MOST_BYTES, hasRoom, fitting: () => true })
  } catch (error) {
    if (error instanceof BrokenForm) {
      return null
    }
    throw error
  }
  return { fields: form.fields, picture: chosenPicture(form), discard: form.discard }
}

function chosenPicture({ tooLarge, unkept, file }: ReceivedForm): ChosenPicture {
  if (tooLarge) {
    return 'too large'
  }
  return unkept && unkept !== 'no room' ? { failure: unkept } : (unkept ?? file)
}

/** What became of the picture: the reason is for its field. */
export type AvatarOutcome = 'unchanged' | 'changed' | 'removed' | { reason: string }

/**
 * Takes the picture of Edit Profile: encoded anew, stored as avatars/{userid}.webp with the person's own token (SPEC 7), and noted in the
 * profile; pictures of other endings are removed. Without a picture and with `remove_avatar` ticked the picture goes instead.
 * @throws when the picture could not be written down, or the backend refused or failed.
 */
export async function takeAvatar(form: ProfileWithPicture, context: Context, person: Person): Promise<AvatarOutcome> {
  if (form.picture === 'too large') {
    return { reason: 'This picture is larger than 25 MB. Choose a smaller one' }
  }
  if (form.picture === 'no room') {
    return { reason: 'There is no room for new pictures just now. Try again later' }
  }
  if (form.picture === null) {
    if (!form.fields.remove_avatar) {
      return 'unchanged'
    }
    await remove(person)
    return 'removed'
  }
  if ('failure' in form.picture) {
    throw form.picture.failure
  }
  const encoded = await encodeAvatar(form.picture.path)
  if ('reason' in encoded) {
    return encoded
  }
  await keep(context, person, encoded.picture)
  return 'changed'
}

async function keep(context: Context, person: Person, picture: Buffer): Promise<void> {
  const files = person.client.storage.from(BUCKET)
  const { error } = await files.upload(nameOf(person.userId), picture, { contentType: 'image/webp', upsert: true })
  if (error) {
    throw new Error('The picture could not be stored', { cause: error })
  }
  const { publicFilesUrl } = context.get(backendContext)
  // Another picture is another address, so that no browser shows the old one.
  const version = createHash('sha256').update(picture).digest('hex').slice(0, 12)
  await person.client
    .from('profiles')
    .update({ avatar_url: `${publicFilesUrl}${publicPath(person.userId)}?v=${version}` })
    .eq('user_id', person.userId)
    .throwOnError()
  await files.remove(OTHER_ENDINGS.map((ending) => nameOf(person.userId, ending)))
}

async function remove(person: Person): Promise<void> {
  await person.client.from('profiles').update({ avatar_url: null }).eq('user_id', person.userId).throwOnError()
  await person.client.storage.from(BUCKET).remove([ENDING, ...OTHER_ENDINGS].map((ending) => nameOf(person.userId, ending)))
}

/**
 * Where a profile's picture is shown from: an address of this site, which shows pictures of ours only. Null when the profile names none, or
 * something else: a student may write any address into their own profile.
 */
export function shownAvatar(userId: string, avatarUrl: string | null): string | null {
  if (!avatarUrl || !URL.canParse(avatarUrl)) {
    return null
  }
  const { pathname, searchParams } = new URL(avatarUrl)
  const version = searchParams.get('v') ?? ''
  return pathname === publicPath(userId) && /^[0-9a-f]{12}$/.test(version) ? `/avatars/${userId}?v=${version}` : null
}

/** The picture of an account, if what is stored is one that we encoded; null otherwise. */
export async function readAvatar(backend: Backend, userId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = await backend.fetch(`${backend.url}${publicPath(userId)}`, { headers: { apikey: backend.publishableKey } })
  const length = Number(stored.headers.get('content-length') ?? 0)
  if (!stored.ok || length > MOST_SHOWN_BYTES) {
    await stored.body?.cancel()
    return null
  }
  const bytes = new Uint8Array(await stored.arrayBuffer())
  return isOurs(bytes) ? bytes : null
}

/** More than any picture of ours; what states more is not read. */
const MOST_SHOWN_BYTES = 256 * 1024
