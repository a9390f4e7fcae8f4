import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'

export const handle: Handle = { styles: 'phone', sameForVisitors: true }

export const meta = () =>
  pageMeta({ title: 'Pages on this device', description: 'Copies of pages to read without a connection.', index: false })

/**
 * The copies on this device, saved works first, listed by the site's script (app/features/saved/offline-page.ts). Without a connection the
 * service worker answers with this page where there is no copy; the script then shows the parts for it.
 */
export default function Offline() {
  return (
    <div className="narrow stack">
      <div className="stack" data-offline="no">
        <h1>Pages on this device</h1>
        <p>
          The last 40 public pages that you open here are kept on this device, so that you can read them again without a
          connection. Together they take 8 MB at most. So are the parts of a work that you bought and opened here, up to 24 MB.
          Pages of your account and checkouts are never kept; the page of an order only if you ask for it there. Signing out
          removes all of them.
        </p>
      </div>
      <div className="stack" data-offline="yes" hidden>
        <h1>You are offline</h1>
        <p>This page opens when the connection is back. What you find below is on your device.</p>
        <p>
          <button className="btn go" type="button" id="kept-again">
            Try again
          </button>
        </p>
      </div>
      <p className="soft" id="kept-count" role="status" tabIndex={-1}>
        No page is kept on this device.
      </p>
      <section hidden>
        <h2>Saved works</h2>
        <ul className="kept-pages" id="kept-saved" />
      </section>
      <section hidden>
        <h2>Other pages</h2>
        <ul className="kept-pages" id="kept-list" />
      </section>
      <p>
        <button className="btn" type="button" id="kept-remove" hidden>
          Remove all copies
        </button>
      </p>
    </div>
  )
}
