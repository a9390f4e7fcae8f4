/** Formats a size in bytes for people. */
export const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Formats a time in milliseconds for people. */
export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Formats how long ago a time (ISO 8601) was, for people. */
export function longAgo(moment: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(moment)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60)]
  return days >= 2 ? `${days} days` : hours >= 2 ? `${hours} hours` : minutes === 1 ? '1 minute' : `${minutes} minutes`
}
