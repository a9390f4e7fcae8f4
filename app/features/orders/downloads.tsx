import { fileDetails, fileTitle } from '#app/features/materials/files.ts'
import type { OrderSeen } from '#app/services/orders.ts'
import { ShopIcon } from '#app/ui/shop-icon.tsx'

/** The buttons that download the files of an order; `labels` are theirs. */
export function Downloads({ order, token, labels }: { order: OrderSeen; token: string; labels: readonly string[] }) {
  const [only] = order.files
  if (order.files.length <= 1) {
    return (
      <div className="stack">
        <a className="btn go full" href={`/orders/${token}/file`} download rel="nofollow">
          <ShopIcon name="download" />
          {labels[0]}
        </a>
        {only && <p className="small soft">{[only.format, only.extent].filter(Boolean).join(', ')}</p>}
      </div>
    )
  }
  return (
    <ul className="stack downloads">
      {order.files.map((file, at) => (
        <li key={file.position}>
          <a
            className={at === 0 ? 'btn go full' : 'btn full'}
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
