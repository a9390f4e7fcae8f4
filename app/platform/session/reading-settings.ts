/** How a reader likes the text: its size in percent, and its paper. `auto` is the phone's. */
export const sizes = [70, 85, 100, 120, 140, 170, 200] as const
export const tones = ['auto', 'light', 'warm', 'dark'] as const
export type ReadingSettings = { size: (typeof sizes)[number]; tone: (typeof tones)[number] }

export const COOKIE = 'reading'
/** The cookie is sent only where it is read, so that the other pages are cached for all visitors alike. */
export const COOKIE_PATHS = ['/orders', '/material-preview'] as const
export const COOKIE_AGE = 365 * 24 * 60 * 60

/** Returns the settings that the cookie states, such as 140.warm, or the usual ones. */
export function parseSettings(value: string | null): ReadingSettings {
  const [size, tone] = (value ?? '').split('.')
  return {
    size: sizes.find((one) => String(one) === size) ?? 100,
    tone: tones.find((one) => one === tone) ?? 'auto',
  }
}

/** Returns the value of the cookie. */
export const formatSettings = ({ size, tone }: ReadingSettings): string => `${size}.${tone}`
