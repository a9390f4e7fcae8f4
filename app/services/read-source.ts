import { type Enums, enums } from './database.ts'

type Source = Enums['visit_source']

/** Parts of host names, and of `utm_source`, by source. */
const NAMES: readonly [Source, RegExp][] = [
  ['rep', /^rep$/],
  ['whatsapp', /(^|\.)(whatsapp(\.com)?|wa\.me|com\.whatsapp(\.w4b)?)$/],
  ['google', /(^|\.)google(\.[a-z]{2,3}){0,2}$|^com\.google\.android\.googlequicksearchbox$/],
  ['facebook', /(^|\.)(facebook(\.com)?|fb(\.com|\.me)?|com\.facebook\.\w+)$/],
  ['instagram', /(^|\.)(instagram(\.com)?|ig|com\.instagram\.android)$/],
  ['telegram', /(^|\.)(telegram(\.org|\.me)?|t\.me|org\.telegram\.\w+)$/],
  ['x', /(^|\.)(x(\.com)?|twitter(\.com)?|t\.co|com\.twitter\.android)$/],
]

const findName = (name: string) => NAMES.find(([, pattern]) => pattern.test(name))?.[0]

function readCampaign(url: URL): Source | null {
  const name = url.searchParams.get('utm_source')?.trim().toLowerCase()
  return name ? (findName(name) ?? 'other') : null
}

/**
 * Returns where a visit came from: `utm_source` of its address, or else the page before it. A page of this site hands on
 * its own `utm_source`, so that the click to buy on the page of a shared link has the same source.
 */
export function readSource(url: URL, referrer: string | undefined): Source {
  const campaign = readCampaign(url)
  if (campaign !== null) {
    return campaign
  }
  if (!referrer || !URL.canParse(referrer)) {
    return 'typed'
  }
  const from = new URL(referrer)
  return from.host === url.host ? (readCampaign(from) ?? 'site') : (findName(from.hostname) ?? 'other')
}

/**
 * Returns the source that a browser remembered of its visit (app/features/statistics/remember-source.ts): a source, a
 * `utm_source` or the host of the page before it.
 */
export function readRememberedSource(text: string): Source {
  const name = text.trim().toLowerCase()
  return enums.visit_source.find((source) => source === name) ?? (name === '' ? 'typed' : (findName(name) ?? 'other'))
}
