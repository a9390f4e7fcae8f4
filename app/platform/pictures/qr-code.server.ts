import { encode } from 'uqr'

/** A QR code as the path of an SVG whose view box has `size` modules, with the quiet zone around it. */
export type QrCodePath = { size: number; path: string }

/** Draws a text as a QR code. */
export function drawQrCode(text: string): QrCodePath {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
