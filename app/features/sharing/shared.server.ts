import { createHash } from 'node:crypto'
import { type Backend, backendContext, type Client, filesOrigin } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Cover, Drawing, SharePicture } from '#app/services/pictures.ts'
import { getVersion } from '#app/platform/pictures/picture-version.server.ts'
import type { RouterContextProvider } from 'react-router'
import { findPost, type Post } from '../blog/queries.server.ts'
import { type Course, findCourse } from '../courses/queries.server.ts'
import { findMaterial, type MaterialCard } from '../materials/queries.server.ts'
import { findService, type Service } from '../services/queries.server.ts'
import { settings } from '../settings/queries.server.ts'
import { type Directory, readDirectory } from '../topics/queries.server.ts'
import type { Topic } from '../topics/topic.ts'
import { courseCover, materialCover, postCover, serviceCover, topicCover } from './covers.ts'
import { ownPicture } from './own-picture.server.ts'

type Context = Readonly<RouterContextProvider>

/** The share picture of a link: a drawing, or one of our photos. */
export type Shared = { drawing: Drawing; photo: string | null }
type Kind = 'material' | 'course' | 'service' | 'post' | 'topic'

const coverOnly = (cover: Cover): Shared => ({ drawing: { of: 'cover', cover }, photo: null })
const postShare = (post: Post, backend: Backend): Shared => ({
  ...coverOnly(postCover(post)),
  photo: ownPicture(post.image_url, backend),
})

/** The share pictures of records' pages. Their address changes with their content, so they may be cached forever. */
export const getShare = {
  material: (context: Context, material: MaterialCard) =>
    named(context, 'material', material.slug, material.title, coverOnly(materialCover(material))),
  course: (context: Context, course: Course) => named(context, 'course', course.id, course.title, coverOnly(courseCover(course))),
  service: (context: Context, service: Service) =>
    named(context, 'service', service.id, service.service_name, coverOnly(serviceCover(service))),
  post: (context: Context, post: Post) =>
    named(context, 'post', post.slug, post.post_title, postShare(post, context.get(backendContext))),
  topic: (context: Context, topic: Topic) =>
    named(context, 'topic', topicKey(topic), topic.title, coverOnly(topicCover(topic, topicKey(topic)))),
}

function named(context: Context, kind: Kind, key: string, title: string, shared: Shared): SharePicture {
  return {
    url: `${context.get(siteContext).url}/share/${kind}/${key}.${shared.photo ? 'jpg' : 'png'}?v=${sharedVersion(shared)}`,
    alt: title,
  }
}

/** Returns the version of a share picture. */
export function sharedVersion({ drawing, photo }: Shared): string {
  return getVersion(photo === null ? drawing : { photo })
}

const finders: Record<Kind, (client: Client, key: string, backend: Backend) => Promise<Shared | null>> = {
  material: async (client, key) => covered(await findMaterial(client, key), materialCover),
  course: async (client, key) => covered(await findCourse(client, key), courseCover),
  service: async (client, key) => covered(await findService(client, key), serviceCover),
  async post(client, key, backend) {
    const post = await findPost(client, key, filesOrigin(backend))
    return post && postShare(post, backend)
  },
  async topic(client, key) {
    const topic = topicsByKey(await readDirectory(client)).get(key)
    return topic ? coverOnly(topicCover(topic, key)) : null
  },
}

function covered<Row>(row: Row | null, getCover: (row: Row) => Cover): Shared | null {
  return row && coverOnly(getCover(row))
}

const ADDRESS = /^(?:(material|course|service|post|topic)\/)?([\w-]{1,200})\.(?:png|jpg)$/

/**
 * Returns the picture for an address below /share/: of a published record, the default one, or the logo. Null if it
 * does not exist.
 * @throws if the backend failed.
 */
export async function findShared(client: Client, address: string, backend: Backend): Promise<Shared | null> {
  const [, kind, key] = ADDRESS.exec(address) ?? []
  if (!key) {
    return null
  }
  if (kind) {
    return finders[kind as Kind](client, key, backend)
  }
  const site = await settings(client, 'site')
  switch (key) {
    case 'lamplight':
      return { drawing: { of: 'site' }, photo: ownPicture(site.default_og_image, backend) }
    case 'mark':
      return { drawing: { of: 'mark' }, photo: null }
    default:
      return null
  }
}

/** Returns a topic's key, derived from its text because a topic has no slug, so that its address does not change. */
function topicKey({ title }: Topic): string {
  return createHash('sha256').update(title).digest('base64url').slice(0, 12)
}

const keyed = new WeakMap<Directory, ReadonlyMap<string, Topic>>()

function topicsByKey(directory: Directory): ReadonlyMap<string, Topic> {
  const known = keyed.get(directory) ?? new Map(directory.topics.map((topic) => [topicKey(topic), topic]))
  keyed.set(directory, known)
  return known
}
