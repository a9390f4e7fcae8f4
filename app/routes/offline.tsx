import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'

export const handle: Handle = { styles: 'phone', sameForVisitors: true }

export const meta = () =>
  pageMeta({ title: 'Pages on this device', description: 'Copies of pages to read without a connection.', index: false })

/**
 * The copies on this device, saved works first, listed by the site's script (app/features/saved/offline-page.ts). Where the service
 * worker does not reach the site and has no copy, it answers with this page and shows the part for the cause.
 */
export default function Offline() {
  return (
    <div className="narrow stack">
      <div className="stack" data-offline="none">
        <h1>Pages on this device</h1>
        <p>
          The last 40 public pages that you open here are kept on this device, so that you can read them again without a
          connection. Together they take 8 MB at most. So are the parts of a work that you bought and opened here, up to 24 MB.
          Pages of your account and checkouts are never kept; the page of an order only if you ask for it there. Signing out
          removes all of them.
        </p>
      </div>
      <div className="stack" data-offline="no-connection" hidden>
        <h1>No connection</h1>
        <p>This page opens when the connection is back. If other sites open, Lamplight does not answer: try again in a minute.</p>
      </div>
      <div className="stack" data-offline="no-answer" hidden>
        <h1>Lamplight does not answer</h1>
        <p>Your internet works. The fault is ours, and this page opens when it is repaired.</p>
      </div>
      <p id="kept-again" hidden>
        <button className="btn go" type="button">
          Try again
        </button>
      </p>
      <div className="stack" id="kept-own" hidden>
        <p>
          You are signed in. Your dashboard, uploads and earnings are not on this device; you find them when they can be reached.
        </p>
        <p className="note" hidden>
          You have not sent the upload <b />. Its text is kept on this device, and is in the form when the page opens.
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
