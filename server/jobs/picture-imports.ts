import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { encodePicture, storedPicture } from '#app/platform/pictures/encode-picture.ts'
import { picturePath } from '#app/platform/text/own-pictures.ts'
import { foreignPicturesIn } from '#app/platform/text/readable.server.ts'
import { fetchPicture } from '../pictures/fetch-picture.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Job } from '../job-runner/jobs.ts'
import { runPeriodically, disabledJob, type PeriodicJob } from '../job-runner/periodic.ts'

const EVERY_MS = 10 * 60 * 1000
const MAX_POSTS = 5
/** Maximum number of pictures per post. The pages show a placeholder for the others. */
const MAX_PICTURES = 30

/**
 * Fetches the pictures of other sites that posts name (of an adopted blog, or written past the console), re-encodes
 * them and stores them with ours. Each is fetched once per version of its post. The pages show a placeholder in place
 * of an unavailable picture. Without a secret key nothing is fetched.
 */
export function importPictures(
  backend: SiteBackend,
  job: Job,
  fetchBytes: (address: string) => Promise<Buffer> = fetchPicture,
): PeriodicJob {
  const client = serviceClient(backend)
  if (!client) {
    return disabledJob
  }

  return runPeriodically(job, EVERY_MS, async () => {
    const { data: posts } = await client.rpc('due_picture_imports', { max_rows: MAX_POSTS }).throwOnError()
    for (const { id, image_url, post_body, updated_at } of posts) {
      const copies = new Map<string, string>()
      for (const address of addressesIn(image_url, post_body)) {
        const path = await storeCopy(client, address, fetchBytes)
        if (path !== null) {
          copies.set(address, path)
        }
      }
      await client
        .rpc('save_imported_pictures', {
          post: id,
          expected_updated_at: updated_at,
          new_image_url: copies.get(image_url) ?? image_url,
          new_post_body: withCopies(post_body, copies),
        })
        .throwOnError()
    }
    return { more: posts.length === MAX_POSTS }
  })
}

/** Returns the addresses of other sites' pictures in a post, up to the maximum. */
function addressesIn(imageUrl: string | null, body: string): string[] {
  const all = new Set([...(imageUrl === null ? [] : [imageUrl]), ...foreignPicturesIn(body)])
  return [...all].filter((address) => /^(https?:)?\/\//i.test(address)).slice(0, MAX_PICTURES)
}

/**
 * Stores a copy of a picture and returns its path, or null if it is unavailable.
 * @throws when the backend failed.
 */
async function storeCopy(
  client: ServiceClient,
  address: string,
  fetchBytes: (address: string) => Promise<Buffer>,
): Promise<string | null> {
  let picture
  try {
    picture = await encodePicture(await fetchBytes(new URL(address, 'https://x').href), 'whole')
  } catch (error) {
    log.warn({ event: 'picture.fetch_failed', address, error: errorMessage(error) }, `Could not fetch the picture ${address}`)
    return null
  }
  if ('reason' in picture) {
    log.warn({ event: 'picture.import_failed', address, error: picture.reason }, `Could not import ${address}`)
    return null
  }
  const { error } = await client.storage.from('product-files').upload(picture.name, picture.bytes, storedPicture)
  if (error) {
    throw new Error('Could not store an imported picture', { cause: error })
  }
  return picturePath(picture.name)
}

/**
 * Replaces the addresses in a text, longer ones first because one may start with another. HTML writes `&` as `&amp;`.
 */
function withCopies(html: string, copies: ReadonlyMap<string, string>): string {
  const longestFirst = [...copies].toSorted(([one], [other]) => other.length - one.length)
  return longestFirst.reduce(
    (text, [address, path]) => text.replaceAll(address.replaceAll('&', '&amp;'), path).replaceAll(address, path),
    html,
  )
}
