import type { QrCodePath } from '#app/platform/pictures/qr-code.server.ts'

/** A QR code. `label` says what it leads to. */
export function QrCode({ code: { size, path }, label }: { code: QrCodePath; label: string }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="paper" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  )
}
