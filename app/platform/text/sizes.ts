/** Formats bytes as a number of megabytes. */
export const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** Formats bytes, such as 380 kB or 1.2 MB. */
export function formatSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${megabytes(bytes)} MB`
}
