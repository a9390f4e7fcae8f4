// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import checkout from '#app/islands/checkout.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import dialog from '#app/islands/dialog.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import passkeys from '#app/islands/passkeys.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import passwords from '#app/islands/passwords.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import search from '#app/islands/search.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import shell from '#app/islands/shell.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import topics from '#app/islands/topics.island.ts?inline'
import { type Island, getIslands } from '#app/platform/pages/handle.ts'

/**
 * The inline scripts of pages, by their names in a route's handle. Empty in the browser's build, because the page
 * already contains them.
 */
const islands: Record<'shell' | Island, string> = import.meta.env.SSR
  ? { checkout, dialog, passkeys, passwords, search, shell, topics }
  : { checkout: '', dialog: '', passkeys: '', passwords: '', search: '', shell: '', topics: '' }

/** The inline script of every page. */
export const shellScript: string = islands.shell

/** Returns the inline script of this name. */
export function islandScript(name: Island): string {
  return islands[name]
}

/** Returns all inline scripts of a page, for the content security policy. */
export function getScripts(handles: readonly unknown[]): string[] {
  return [islands.shell, ...getIslands(handles).map((name) => islands[name])]
}
