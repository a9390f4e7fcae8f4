import { fileDetails, fileTitle } from '#app/features/materials/files.ts'
import { href } from 'react-router'
import { getReadable } from '#app/services/order-reading.ts'
import type { OrderSeen } from '#app/services/orders.ts'
import { ShopIcon } from '#app/ui/shop-icon.tsx'

/**
 * The button that opens the work in the browser, if it can be read there, and those that download its files; `labels`
 * are theirs.
 */
export function Downloads({ order, token, labels }: { order: OrderSeen; token: string; labels: readonly string[] }) {
  const [only] = order.files
  const isReadable = getReadable(order.files).length > 0
  const read = isReadable && (
    <a className="btn go full" href={href('/orders/:token/read', { token })} rel="nofollow">
      {order.place ? 'Go on reading' : 'Read it here'}
    </a>
  )
  if (order.files.length <= 1) {
    return (
      <div className="stack">
        {read}
        <a className={isReadable ? 'btn full' : 'btn go full'} href={`/orders/${token}/file`} download rel="nofollow">
          <ShopIcon name="download" />
          {labels[0]}
        </a>
        {only && <p className="small soft">{[only.format, only.extent].filter(Boolean).join(', ')}</p>}
      </div>
    )
  }
  return (
    <ul className="stack downloads">
      {read && <li>{read}</li>}
      {order.files.map((file, at) => (
        <li key={file.position}>
          <a
            className={at === 0 && !isReadable ? 'btn go full' : 'btn full'}
            href={`/orders/${token}/file/${file.position}`}
            download
            rel="nofollow"
            aria-label={`Download ${fileTitle(file)} (${fileDetails(file)})`}
          >
            <ShopIcon name="download" />
            {labels[at]}
          </a>
          <p className="small soft">
            {fileTitle(file)}
            {file.extent && `, ${file.extent}`}
          </p>
        </li>
      ))}
    </ul>
  )
}
