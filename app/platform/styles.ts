import allUrl from '../styles/all.css?url'
import publicStyles from '../styles/public.css?inline'

/** The styles of a page without a framework, to stand inside it: a page is one request. Empty in the browser's build, which has no use for them. */
export const inlineStyles: string = import.meta.env.SSR ? publicStyles : ''

/** The stylesheet of hydrated pages, a file that browsers keep. */
export const stylesheetUrl: string = allUrl
