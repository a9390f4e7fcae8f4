import { href } from 'react-router'
import type { ReactNode } from 'react'
import type { OrderSeen } from '#app/services/orders.ts'

/** The next steps of a buyer with the file: open it, find it again, cite it, and say if something is wrong (`children`). */
export function NextSteps({ order, citation, children }: { order: OrderSeen; citation: string | null; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">What comes next</h2>
      <ol className="steps">
        <li>
          <h3>Open it on your phone</h3>
          <p>{describeOpening(order)}</p>
        </li>
        <li>
          <h3>Lost it? Get it again</h3>
          <p>
            {order.email === '' ? (
              'Keep the address of this page: it leads to the file again.'
            ) : (
              <>
                Keep this page, or type your email under <a href={href('/orders')}>Your orders</a>, on any phone.
              </>
            )}{' '}
            Keep its link to yourself: anyone with it can get the file. A PDF carries the number of this order at the foot of each
            page.
          </p>
          {/* The site's script shows it (app/features/offline/keep-order.ts). */}
          <p>
            <button className="btn" type="button" id="keep-order" hidden>
              Keep this page for offline
            </button>
          </p>
        </li>
        <li>
          <h3>Cite it</h3>
          <p>You may use the work as a guide. Cite it, and do not submit it as your own.</p>
          {citation && <p className="note cite">{citation}</p>}
        </li>
        <li>
          <h3>Something wrong?</h3>
          {children || (
            <p>
              <a href={href('/support')}>Write to us</a> with the number of this order.
            </p>
          )}
        </li>
      </ol>
    </section>
  )
}

/** Returns which programs open the files of an order. */
function describeOpening({ files }: OrderSeen): string {
  const formats = new Set(files.map(({ format }) => format))
  const apps = ['Word', 'PowerPoint', 'Excel'].filter((format) => formats.has(format))
  return [
    (files.length === 0 || formats.has('PDF')) && 'A PDF opens on any phone.',
    formats.has('EPUB') && 'The EPUB opens in Play Books, Apple Books or another reading app.',
    apps.length > 0 && `The ${apps.join(' and ')} file opens in Microsoft 365, Google Docs or WPS Office.`,
  ]
    .filter(Boolean)
    .join(' ')
}
