import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'

export const handle: Handle = { styles: 'phone', sameForVisitors: true }

export const meta = () =>
  pageMeta({ title: 'Pages on this device', description: 'Copies of pages to read without a connection.', index: false })

/**
 * The copies on this device, listed by the site's script (app/features/offline/offline-page.ts). Without a connection the
 * service worker answers with this page where there is no copy; the script then shows the parts for it.
 */
export default function Offline() {
  return (
    <div className="narrow stack">
      <div className="stack" data-offline="no">
        <h1>Pages on this device</h1>
        <p>
          The last 40 public pages that you open here are kept on this device, so that you can read them again without a
          connection. Together they take 8 MB at most. Pages of your account and checkouts are never kept; the page of an order
          only if you ask for it there. Signing out removes all of them.
        </p>
      </div>
      <div className="stack" data-offline="yes" hidden>
        <h1>You are offline</h1>
        <p>This page is not on your device. It opens when the connection is back.</p>
        <p>
          <button className="btn go" type="button" id="kept-again">
            Try again
          </button>
        </p>
        <h2>Pages on this device</h2>
      </div>
      <p className="soft" id="kept-count" role="status" tabIndex={-1}>
        No page is kept on this device.
      </p>
      <ul className="kept-pages" id="kept-list" />
      <p>
        <button className="btn" type="button" id="kept-remove" hidden>
          Remove all copies
        </button>
      </p>
    </div>
  )
}
