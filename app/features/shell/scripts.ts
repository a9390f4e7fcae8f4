// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import passwords from '../../islands/passwords.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import search from '../../islands/search.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import shell from '../../islands/shell.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import topics from '../../islands/topics.island.ts?inline'
import { type Island, islandsOf } from '../../platform/pages/handle.ts'

/** The scripts that stand inside pages, by the name a route's handle calls them. Empty in the browser's build: the page has them already. */
const islands: Record<'shell' | Island, string> = import.meta.env.SSR
  ? { passwords, search, shell, topics }
  : { passwords: '', search: '', shell: '', topics: '' }

/** The script that stands inside every page. */
export const shellScript: string = islands.shell

/** The script of a route that names it. */
export function islandScript(name: Island): string {
  return islands[name]
}

/** All scripts inside a page, for the policy. */
export function scriptsOf(handles: readonly unknown[]): string[] {
  return [islands.shell, ...islandsOf(handles).map((name) => islands[name])]
}
