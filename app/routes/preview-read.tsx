import { useContext } from 'react'
import { href } from 'react-router'
import { findMaterial } from '../features/materials/queries.server.ts'
import { getLockedContents, getPreviewSection } from '../features/materials/preview-section.ts'
import { previewPath } from '../features/materials/preview-path.ts'
import { getPoints } from '../features/materials/labels.ts'
import { isOutline, soldWhere } from '../features/materials/sold.ts'
import { moneyRules } from '../features/earnings/queries.server.ts'
import { findOwnPurchase } from '../features/orders/find-bought.server.ts'
import { findOwnWork } from '../features/orders/find-own-work.server.ts'
import { MainAction, PriceOrOwner } from '../features/orders/main-action.tsx'
import { Room, RoomIcon } from '../features/reader/room.tsx'
import { readSettings } from '../features/reader/settings.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { SellingContext } from '#app/services/orders.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { notFound } from '../platform/pages/not-found.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { formatPrice } from '../platform/text/money.ts'
import { labelTables } from '../platform/text/label-tables.server.ts'
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
  const [{ refundDays }, bought, ownWork] = await Promise.all([
    moneyRules(visitorClient(context)),
    findOwnPurchase(context, material.id),
    findOwnWork(context, material.id),
  ])
  const { html: below, contents } = readableHtml(opened)
  // On the page of the work its headings are below another one.
  const html = labelTables(below).replaceAll(
    /(<\/?)h([34])\b/g,
    (_tag, start: string, level: string) => `${start}h${Number(level) - 1}`,
  )
  return {
    settings,
    html,
    contents,
    material,
    refundDays,
    bought,
    ownWork,
    part: getPreviewSection(material)?.label ?? 'Preview',
    canonical: context.get(siteContext).url + previewPath(material.slug),
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? [
        ...pageMeta({
          title: `${loaderData.part}, ${loaderData.material.title}`,
          description: 'The free part of a work, to read on a phone.',
          index: false,
        }),
        { tagName: 'link', rel: 'canonical', href: loaderData.canonical },
      ]
    : []

export default function PreviewRead({ loaderData }: Route.ComponentProps) {
  const { settings, html, contents, material, refundDays, bought, ownWork, part } = loaderData
  const { title, price, slug } = material
  const selling = useContext(SellingContext)
  const to = previewPath(slug)
  const isForSale = !bought && !ownWork && !isOutline(material)
  const headings = contents.map((section) => section.title)
  const locked = isForSale ? getLockedContents(material, headings) : []
  const isHere = isForSale && soldWhere(material, selling) === 'here'
  return (
    <Room
      title={title}
      back={{ to, label: 'Back to the work' }}
      base={null}
      at="Free part"
      progress={0}
      entries={[]}
      current={null}
      buy={
        isHere
          ? { to: href('/buy/:slug', { slug }), label: price === 0 ? 'Get it free' : `Buy ${formatPrice(price)}` }
          : { to, label: 'The work' }
      }
      files={[]}
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
      <section className="rest" aria-labelledby="rest">
        <h2 id="rest">{isForSale ? 'The free part ends here' : title}</h2>
        {locked.length > 0 && (
          <>
            <p>The whole work has also</p>
            <ul className="locked">
              {locked.map((line) => (
                <li key={line}>
                  <RoomIcon name="lock" />
                  {line}
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="sum">
          <PriceOrOwner material={material} bought={bought} ownWork={ownWork} />
        </p>
        <MainAction material={material} bought={bought} ownWork={ownWork} reasonId="how-to-get-it" readAt={to} />
        {isForSale && (
          <ul className="points" id="how-to-get-it">
            {getPoints(material, selling, refundDays).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <p>
          <a href={to}>See the whole work</a>
        </p>
      </section>
    </Room>
  )
}
