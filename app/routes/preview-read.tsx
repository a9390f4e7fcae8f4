import { href } from 'react-router'
import { findMaterial } from '../features/materials/queries.server.ts'
import { getPreviewSection } from '../features/materials/preview-section.ts'
import { previewPath } from '../features/materials/preview-path.ts'
import { Room, RoomIcon } from '../features/reader/room.tsx'
import { readSettings } from '../features/reader/settings.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { formatPrice } from '../platform/text/money.ts'
import { readableHtml } from '../platform/text/readable.server.ts'
import type { Route } from './+types/preview-read'

export const handle: Handle = { frame: 'room', styles: 'reader', sameForVisitors: true }

/** Loads the free part of a work, in the room in which the whole is read. */
export async function loader({ params: { key }, request, url, context }: Route.LoaderArgs) {
  const settings = readSettings({ request, url, context })
  const material = await orUnavailable(context, findMaterial(visitorClient(context), key))
  const opened = material && (material.chapter_one_preview ?? material.abstract)
  if (!opened) {
    throw notFound('There is no free part', 'The work may have been taken off the site, or nothing of it is free to read.', {
      to: href('/marketplace'),
      label: 'Back to Materials',
    })
  }
  const { html: below, contents } = readableHtml(opened)
  // On the page of the work its headings are below another one.
  const html = below.replaceAll(/(<\/?)h([34])\b/g, (_tag, start: string, level: string) => `${start}h${Number(level) - 1}`)
  return {
    settings,
    html,
    contents,
    title: material.title,
    price: material.price,
    slug: material.slug,
    part: getPreviewSection(material)?.label ?? 'Preview',
    canonical: context.get(siteContext).url + previewPath(material.slug),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? [
        ...pageMeta({
          title: `${loaderData.part}, ${loaderData.title}`,
          description: 'The free part of a work, to read on a phone.',
          index: false,
        }),
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
      ]
    : []

export default function PreviewRead({ loaderData }: Route.ComponentProps) {
  const { settings, html, contents, title, price, slug, part } = loaderData
  const to = previewPath(slug)
  return (
    <Room
      title={title}
      back={{ to, label: 'Back to the work' }}
      base={null}
      at="Free part"
      progress={0}
      entries={[]}
      current={null}
      fileTool="Get it"
      files={[{ to, label: 'the whole work', details: price === 0 ? 'free' : formatPrice(price) }]}
      settings={settings}
      query=""
    >
      <article className="text">
        <p className="over">Free to read</p>
        <h1>{part}</h1>
        {contents.length > 1 && (
          <details className="inside">
            <summary>What is in it</summary>
            <ul className="toc">
              {contents.map(({ id, title: section }) => (
                <li key={id}>
                  <a href={`#${id}`}>{section}</a>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className="chapter" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      <nav className="turn" aria-label="The whole work">
        <a href={to}>
          <RoomIcon name="next" />
          <span>
            <b>{title}</b>
            <small>The whole work, {price === 0 ? 'free' : formatPrice(price)}</small>
          </span>
        </a>
      </nav>
    </Room>
  )
}
