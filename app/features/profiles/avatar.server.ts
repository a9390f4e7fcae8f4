import { href } from 'react-router'
import { createHash } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { type Backend, backendContext } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { IncompleteFormError, receiveOwnForm, type ReceivedForm } from '#app/platform/forms/receive-form.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { DISK_FULL_FOR_FILES } from '#app/platform/text/disk-full.ts'
import { encodeAvatar, isOurs } from './encode-avatar.server.ts'

type Context = Readonly<RouterContextProvider>

/** The largest accepted picture in bytes. Most phones take pictures of up to 12 MB, some of 40 MB. */
const MAX_BYTES = 25 * 1024 * 1024
const BUCKET = 'product-files'
/** The extensions that the bucket's policies allow; we use the first. */
const [ENDING, ...OTHER_ENDINGS] = ['webp', 'png', 'jpg', 'jpeg', 'avif', 'gif'] as const

const getName = (userId: string, ending: string = ENDING) => `avatars/${userId}.${ending}`
const publicPath = (userId: string) => `/storage/v1/object/public/${BUCKET}/${getName(userId)}`

/** The received form of Edit Profile: the submitted values and the chosen picture. */
export type ProfileWithPicture = { fields: Record<string, string>; picture: ChosenPicture; discard(): Promise<void> }
/** The received picture, the reason why it could not be received, or null if none was chosen. */
type ChosenPicture = { path: string } | { failure: Error } | 'too large' | 'disk full' | null

/**
 * Reads the form of Edit Profile; the picture is stored in the receiving directory until `discard`. Null if the form
 * broke off or is another form: without its fields it would empty the profile.
 */
export async function receiveProfile(request: Request, context: Context): Promise<ProfileWithPicture | null> {
  const { receivingDirectory, hasDiskSpace } = context.get(siteContext)
  let form: ReceivedForm
  try {
    form = await receiveOwnForm(request, context, {
      directory: receivingDirectory,
      maxBytes: MAX_BYTES,
      hasDiskSpace,
      fitting: () => true,
    })
  } catch (error) {
    if (error instanceof IncompleteFormError) {
      return null
    }
    throw error
  }
  if (form.fields.first_name === undefined) {
    await form.discard()
    return null
  }
  return { fields: form.fields, picture: chosenPicture(form), discard: form.discard }
}

function chosenPicture({ tooLarge, saveError, file }: ReceivedForm): ChosenPicture {
  if (tooLarge) {
    return 'too large'
  }
  return saveError && saveError !== 'disk full' ? { failure: saveError } : (saveError ?? file)
}

/** The result for the picture, with the error for its field. */
export type AvatarOutcome = 'unchanged' | 'changed' | 'removed' | { reason: string }

/**
 * Stores the picture of Edit Profile: encodes it, stores it as avatars/{userid}.webp with the user's own token (SPEC
 * 7), writes its path to the profile, and removes older pictures with other extensions. Without a picture and with
 * `remove_avatar` ticked, it removes the picture.
 * @throws if the picture could not be written, or the backend rejected it or failed.
 */
export async function saveAvatar(form: ProfileWithPicture, context: Context, user: CurrentUser): Promise<AvatarOutcome> {
  if (form.picture === 'too large') {
    return { reason: 'This picture is larger than 25 MB. Choose a smaller one' }
  }
  if (form.picture === 'disk full') {
    return { reason: DISK_FULL_FOR_FILES }
  }
  if (form.picture === null) {
    if (!form.fields.remove_avatar) {
      return 'unchanged'
    }
    await remove(user)
    return 'removed'
  }
  if ('failure' in form.picture) {
    throw form.picture.failure
  }
  const encoded = await encodeAvatar(form.picture.path)
  if ('reason' in encoded) {
    return encoded
  }
  await keep(context, user, encoded.picture)
  return 'changed'
}

async function keep(context: Context, user: CurrentUser, picture: Buffer): Promise<void> {
  const files = user.client.storage.from(BUCKET)
  const { error } = await files.upload(getName(user.userId), picture, { contentType: 'image/webp', upsert: true })
  if (error) {
    throw new Error('Could not store the picture', { cause: error })
  }
  const { publicFilesUrl } = context.get(backendContext)
  // A new picture gets a new address, so that browsers do not show the old one.
  const version = createHash('sha256').update(picture).digest('hex').slice(0, 12)
  await user.client
    .from('profiles')
    .update({ avatar_url: `${publicFilesUrl}${publicPath(user.userId)}?v=${version}` })
    .eq('user_id', user.userId)
    .throwOnError()
  await files.remove(OTHER_ENDINGS.map((ending) => getName(user.userId, ending)))
}

async function remove(user: CurrentUser): Promise<void> {
  await user.client.from('profiles').update({ avatar_url: null }).eq('user_id', user.userId).throwOnError()
  await user.client.storage.from(BUCKET).remove([ENDING, ...OTHER_ENDINGS].map((ending) => getName(user.userId, ending)))
}

/**
 * Returns the address of a profile's picture on this site, which serves only our own pictures. Null if the profile has
 * none or another address, because students can write any address into their own profile.
 */
export function shownAvatar(userId: string, avatarUrl: string | null): string | null {
  if (!avatarUrl || !URL.canParse(avatarUrl)) {
    return null
  }
  const { pathname, searchParams } = new URL(avatarUrl)
  const version = searchParams.get('v') ?? ''
  return pathname === publicPath(userId) && /^[0-9a-f]{12}$/.test(version)
    ? `${href('/avatars/:userId', { userId })}?v=${version}`
    : null
}

/** Returns the picture of an account if we encoded the stored file, or null. */
export async function readAvatar(backend: Backend, userId: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = await backend.fetch(`${backend.url}${publicPath(userId)}`, { headers: { apikey: backend.publishableKey } })
  const length = Number(stored.headers.get('content-length') ?? 0)
  if (!stored.ok || length > MAX_SHOWN_BYTES) {
    await stored.body?.cancel()
    return null
  }
  const bytes = new Uint8Array(await stored.arrayBuffer())
  return isOurs(bytes) ? bytes : null
}

/** More bytes than any picture that we encode. Larger files are not read. */
const MAX_SHOWN_BYTES = 256 * 1024
