import { href, type RouterContextProvider } from 'react-router'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { requireUser } from '#app/platform/session/session.server.ts'
import { ownProfile } from '../profiles/queries.server.ts'
import { ownUpload } from './queries.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Returns the user's own upload with the id of a page's address, with the user and their profile's id; null if they have
 * none with this id.
 * @throws a response that leads to the sign-in, or says that the backend failed.
 */
export async function findUploadOfPage(context: Context, id: string) {
  const user = requireUser(context)
  const profile = looksLikeUuid(id) ? await orUnavailable(context, ownProfile(user)) : null
  const upload = profile && (await orUnavailable(context, ownUpload(user, profile.id, id)))
  return upload && { user, profileId: profile.id, upload }
}

/** Returns what findUploadOfPage does. @throws a response with status 404 as well, if the user has no such upload. */
export async function requireUploadOfPage(context: Context, id: string) {
  const found = await findUploadOfPage(context, id)
  if (!found) {
    throw notFound('Upload not found', 'It is not among your uploads, or the address is incomplete.', {
      to: href('/upload-materials'),
      label: 'Back to your uploads',
    })
  }
  return found
}
