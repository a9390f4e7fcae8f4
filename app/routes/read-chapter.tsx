import { href, redirect } from 'react-router'
import { describePage, describePlace, getProgress } from '../features/reader/contents.ts'
import { markHits, MAX_QUERY_CHARS } from '../features/reader/find-in-book.server.ts'
import { getRoom, openOrder } from '../features/reader/order-room.server.ts'
import { Room, RoomIcon } from '../features/reader/room.tsx'
import { readSettings } from '../features/reader/settings.server.ts'
import { privateHeaders } from '../features/orders/selling.server.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/read-chapter'

export const handle: Handle = { frame: 'room', styles: 'reader' }

/** Loads a chapter, and saves that it is read. A browser that loads it ahead of a visit saves nothing. */
export async function loader({ params: { token, chapter }, request, url, context }: Route.LoaderArgs) {
  const settings = readSettings({ request, url, context }, privateHeaders)
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY_CHARS)
  const { order, book } = await openOrder(context, token)
  const number = Number(chapter)
  if ('failure' in book) {
    throw redirect(href('/orders/:token/read', { token }), { status: 303, headers: privateHeaders })
  }
  const found = /^[1-9]\d{0,3}$/.test(chapter) ? book.chapters[number - 1] : undefined
  const room = getRoom(token, order, book)
  if (!found) {
    throw notFound('There is no such chapter', 'The work may have changed since the link was made.', {
      to: room.base,
      label: 'Contents',
    })
  }
  const isVisit = request.method === 'GET' && !/prefetch|preview/i.test(request.headers.get('sec-purpose') ?? '')
  if (isVisit && order.place?.chapter !== number) {
    const place = { chapter: number, section: '', title: room.entries[number - 1]?.title ?? '' }
    await context
      .get(siteContext)
      .orderReading?.savePlace(token, place)
      .catch(orLog('Could not save where a work is read', undefined))
  }
  return {
    settings,
    query,
    room,
    number,
    html: query === '' ? found.html : markHits(found.html, query),
    place: describePlace(order.place, number, book.chapters.length, Date.now()),
    licence: book.licence,
    isFromPdf: book.isFromPdf,
  }
}

export const headers: Route.HeadersFunction = () => privateHeaders

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageMeta({
    title: loaderData ? `${loaderData.room.entries[loaderData.number - 1]?.title ?? ''}, ${loaderData.room.title}` : 'Read',
    description: 'A chapter of your work.',
    index: false,
  })

export default function ReadChapter({ loaderData }: Route.ComponentProps) {
  const { settings, query, room, number, html, place, licence, isFromPdf } = loaderData
  const { entries, base } = room
  const progress = getProgress(entries, number)
  const [before, next] = [entries[number - 2], entries[number]]
  return (
    <Room {...room} settings={settings} query={query} current={number} at={describePage(entries, number)} progress={progress}>
      {place && (
        <p className="resume">
          <span>{place.text}</span> <a href={place.to.startsWith('#') ? place.to : `${base}/${place.to}`}>Go on there</a>
        </p>
      )}
      {isFromPdf && (
        <p className="resume">
          <span>Read from a PDF</span> <a href="#how">How exact is this?</a>
        </p>
      )}
      <article className="text" data-place={`${base}/place`}>
        <h1>{entries[number - 1]?.title}</h1>
        <div className="chapter" dangerouslySetInnerHTML={{ __html: html }} />
        {isFromPdf && (
          <aside className="miss" id="how">
            <p>
              <b>How exact is this?</b> A PDF stores where ink goes, not what is a heading or a table. We show its text in your
              size, and each page with a table or a picture as it was drawn. If a line reads strangely, the drawn page and the
              file are right.
            </p>
          </aside>
        )}
      </article>
      <nav className="turn" aria-label="Chapters">
        {next && (
          <a href={`${base}/${number + 1}`} rel="next">
            <RoomIcon name="next" />
            <span>
              <b>{next.title}</b>
              <small>
                Next, {next.minutes} {next.minutes === 1 ? 'minute' : 'minutes'}, {next.kilobytes} kB
              </small>
            </span>
          </a>
        )}
        {before && (
          <a href={`${base}/${number - 1}`} rel="prev">
            <RoomIcon name="back" />
            <span>
              <b>{before.title}</b>
              <small>Before this</small>
            </span>
          </a>
        )}
      </nav>
      <p className="lic">{licence}. Yours to read and to cite, not to pass on or to submit as your own.</p>
    </Room>
  )
}
