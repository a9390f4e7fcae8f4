/** Converts a colour of the stylesheet, oklch (lightness 0 to 1, chroma, hue in degrees), to sRGB #rrggbb. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const a = chroma * Math.cos(angle)
  const b = chroma * Math.sin(angle)
  // https://bottosson.github.io/posts/oklab/
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map(channel).join('')}`
}

function channel(linear: number): string {
  const curved = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, curved)) * 255)
    .toString(16)
    .padStart(2, '0')
}

/** Returns the cloth of a cover in one of its three shades, as in app/ui/cover.css on a light page. */
export function cloth(hue: number, shade: 0 | 1 | 2): string {
  return [oklch(0.37, 0.068, hue), oklch(0.335, 0.062, hue), oklch(0.4, 0.07, hue + 9)][shade] ?? oklch(0.37, 0.068, hue)
}

// From app/styles/tokens.css: the text on covers, the amber of lights and prices, the background of the home page's head.
export const foil = oklch(0.94, 0.03, 88)
export const glow = oklch(0.83, 0.135, 78)
export const night = oklch(0.205, 0.03, 222)
