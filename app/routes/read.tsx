import { href } from 'react-router'
import { countChapters, describePlace } from '../features/reader/contents.ts'
import { findInBook, type Hit, MAX_QUERY_CHARS } from '../features/reader/find-in-book.server.ts'
import { getFiles, getRoom, openOrder } from '../features/reader/order-room.server.ts'
import { Contents, FileList, FindForm, Room } from '../features/reader/room.tsx'
import { readSettings } from '../features/reader/settings.server.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { consumeSearchRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import type { Route } from './+types/read'

export const handle: Handle = { frame: 'room', styles: 'reader' }

/** Loads the contents of a work that was bought, or the places where words are in it. */
export async function loader({ params: { token }, request, url, context }: Route.LoaderArgs) {
  const settings = readSettings({ request, url, context }, privateHeaders)
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_CHARS)
  await consumeSearchRateLimit(context, query)
  const { order, book } = await openOrder(context, token)
  const files = getFiles(token, order)
  if ('failure' in book) {
    return {
      settings,
      query,
      files,
      title: order.title,
      back: href('/orders/:token', { token }),
      failure: book.failure,
      room: null,
      found: null,
      place: null,
      licence: '',
    }
  }
  const room = getRoom(token, order, book)
  return {
    settings,
    query,
    files,
    title: order.title,
    back: room.back.to,
    failure: null,
    room,
    found: query === '' ? null : findInBook(book.chapters, query),
    place: describePlace(order.place, null, book.chapters.length, Date.now()),
    licence: book.licence,
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({ title: loaderData?.title ?? 'Read', description: 'The contents of your work.', index: false })

export default function Read({ loaderData }: Route.ComponentProps) {
  const { settings, query, files, title, back, failure, room, found, place, licence } = loaderData
  const shared = { title, settings, query, files, current: null }
  if (room === null) {
    return (
      <Room {...shared} base={null} back={{ to: back, label: 'Back to your order' }} at="" progress={0} entries={[]}>
        <div className="text">
          <h1>It cannot be read here</h1>
          <p>{failure} Take the file, and open it with the program for it.</p>
          <FileList files={files} />
        </div>
      </Room>
    )
  }
  const minutes = room.entries.reduce((sum, entry) => sum + entry.minutes, 0)
  return (
    <Room
      {...shared}
      base={room.base}
      back={room.back}
      at={`${countChapters(room.entries)} · ${minutes} min`}
      progress={0}
      entries={room.entries}
    >
      <div className="text">
        <h1>{title}</h1>
        {place && (
          <p className="resume">
            <span>{place.text}</span> <a href={`${room.base}/${place.to}`}>Go on there</a>
          </p>
        )}
        <FindForm base={room.base} query={query} />
        {found && <Found base={room.base} query={query} found={found} />}
        <h2>Contents</h2>
        <Contents base={room.base} entries={room.entries} current={null} />
        <h2>{files.length === 1 ? 'Your file' : 'Your files'}</h2>
        <FileList files={files} />
        <p className="lic">{licence}. Yours to read and to cite, not to pass on or to submit as your own.</p>
      </div>
    </Room>
  )
}

function Found({
  base,
  query,
  found: { hits, count, chapterCount },
}: {
  base: string
  query: string
  found: { hits: Hit[]; count: number; chapterCount: number }
}) {
  const places = count === 1 ? '1 place' : `${count} places`
  return (
    <section aria-label="Found">
      <p role="status">
        {count === 0
          ? `“${query}” is nowhere in this work. Try fewer words, or another spelling.`
          : `${places} in ${chapterCount === 1 ? 'one page' : `${chapterCount} pages`}${hits.length < count ? `, the first ${hits.length} are below` : ''}`}
      </p>
      <ol className="hits">
        {hits.map(({ chapter, title, anchor, before, match, after }) => (
          <li key={`${chapter} ${anchor}`}>
            <a href={`${base}/${chapter}?q=${encodeURIComponent(query)}#${anchor}`}>
              <small>{title}</small>
              {before}
              <mark>{match}</mark>
              {after}
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
