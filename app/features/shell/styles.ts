import { type Sheet, getSheets, isRoom } from '#app/platform/pages/handle.ts'
import accountMenuStyles from '#app/styles/account-menu.css?inline'
import allUrl from '#app/styles/all.css?url'
import courseStyles from '#app/styles/course.css?inline'
import finderStyles from '#app/styles/finder.css?inline'
import helpStyles from '#app/styles/help.css?inline'
import homeStyles from '#app/styles/home.css?inline'
import marketplaceStyles from '#app/styles/marketplace.css?inline'
import materialStyles from '#app/styles/material.css?inline'
import phoneStyles from '#app/styles/phone.css?inline'
import postsStyles from '#app/styles/posts.css?inline'
import proseStyles from '#app/styles/prose.css?inline'
import publicStyles from '#app/styles/public.css?inline'
import readerStyles from '#app/styles/reader.css?inline'
import searchStyles from '#app/styles/search.css?inline'
import servicesStyles from '#app/styles/services.css?inline'
import tabsStyles from '#app/styles/tabs.css?inline'
import topicsStyles from '#app/styles/topics.css?inline'

const more: Readonly<Record<Sheet, string>> = {
  course: courseStyles,
  finder: finderStyles,
  help: helpStyles,
  home: homeStyles,
  marketplace: marketplaceStyles,
  material: materialStyles,
  phone: phoneStyles,
  posts: postsStyles,
  prose: proseStyles,
  reader: readerStyles,
  search: searchStyles,
  services: servicesStyles,
  tabs: tabsStyles,
  topics: topicsStyles,
}

/**
 * Returns the inline styles of a page without a framework, so that the page is one request. The reader has only its own. Empty in the browser's
 * build, which does not need them.
 */
export function getInlineStyles(handles: readonly unknown[], isSignedIn: boolean): string {
  if (isRoom(handles)) {
    return import.meta.env.SSR ? readerStyles : ''
  }
  return import.meta.env.SSR
    ? [publicStyles, ...getSheets(handles).map((sheet) => more[sheet]), isSignedIn ? accountMenuStyles : ''].join('')
    : ''
}

/** The stylesheet of hydrated pages, a file that browsers cache. */
export const stylesheetUrl: string = allUrl
