import { href } from 'react-router'
import { withBuyers } from '../features/materials/buyers.server.ts'
import { findBySlugs } from '../features/materials/queries.server.ts'
import { accountWorks } from '../features/saved/account-works.server.ts'
import { CardList } from '../features/saved/card-list.tsx'
import { maxWorks, shareOnWhatsApp } from '../features/saved/saved-works.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { looksLikeSlug } from '../platform/pages/keys.ts'
import { userContext } from '../platform/session/session.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Route } from './+types/saved'

export const handle: Handle = { styles: 'phone' }

/**
 * Loads the works of both lists from the address, because the site's script asks with what is on the phone; without an
 * address those saved in the account.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const read = (list: keyof typeof maxWorks) => {
    const slugs = (url.searchParams.get(list) ?? '').split(',').filter(looksLikeSlug).slice(0, maxWorks[list])
    return slugs.length === 0 ? Promise.resolve([]) : findBySlugs(visitorClient(context), slugs)
  }
  const user = context.get(userContext)
  const readSaved = async () => {
    const own = user && url.search === '' ? await accountWorks(user) : []
    return own.length > 0
      ? findBySlugs(
          visitorClient(context),
          own.map(({ slug }) => slug),
        )
      : read('saved')
  }
  const [saved, seen] = await orUnavailable(context, Promise.all([readSaved(), read('seen')]))
  const [savedCards, seenCards] = await Promise.all([withBuyers(context, saved), withBuyers(context, seen)])
  const share = shareOnWhatsApp(savedCards, new URL(context.get(siteContext).url).origin)
  return { saved: savedCards, seen: seenCards, share, isSignedIn: user !== null }
}

export const meta = () => pageMeta({ title: 'Saved works', description: 'The works that you saved.', index: false })

/**
 * The works that are saved on this device and in the account, and those opened last. The script shows the parts of filled
 * lists.
 */
export default function Saved({ loaderData: { saved, seen, share, isSignedIn } }: Route.ComponentProps) {
  return (
    <div className="stack">
      <h1>Saved works</h1>
      {!isSignedIn && (
        <noscript>
          <p className="note">This page needs JavaScript, because without an account your list is on your device only.</p>
        </noscript>
      )}
      <p className="row" data-list="saved" data-when="filled" hidden={saved.length === 0}>
        <a className="btn go" id="saved-share" href={share}>
          Share with my class on WhatsApp
        </a>
        <button className="btn" type="button" id="saved-remove">
          Remove all
        </button>
      </p>
      <CardList id="saved-list" works={saved} />
      <div data-list="saved" data-when="empty" hidden={saved.length > 0}>
        <EmptyState
          title={isSignedIn ? 'You have no saved works yet' : 'Nothing is saved on this device yet'}
          hint="Tap the heart of a work to find it here again, also without a connection."
        >
          <a className="btn go" href={href('/marketplace')}>
            Browse Materials
          </a>
        </EmptyState>
      </div>
      <div className="row" data-list="seen" data-when="filled" hidden={seen.length === 0}>
        <h2>Recently seen</h2>
        <button className="btn bare" type="button" id="seen-remove">
          Clear
        </button>
      </div>
      <CardList id="seen-list" works={seen} />
      <p className="soft small">
        {isSignedIn
          ? 'The works that you save are also in your account, so you find them on your other devices. Those that you opened last are on this device only.'
          : 'The works that you save and those that you opened last are on this device only. Once you sign in, those that you saved are also in your account.'}{' '}
        Signing out removes both lists and all copies of pages from this device.
      </p>
    </div>
  )
}
