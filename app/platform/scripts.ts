// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import passwords from '../islands/passwords.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import shell from '../islands/shell.island.ts?inline'
// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import topics from '../islands/topics.island.ts?inline'
import { type Island, islandsOf } from './handle.ts'

/** The scripts that stand inside pages, by the name a route's handle calls them. Empty in the browser's build: the page has them already. */
const islands: Record<'shell' | Island, string> = import.meta.env.SSR
  ? { passwords, shell, topics }
  : { passwords: '', shell: '', topics: '' }

/** The scripts inside a page, in order: the shell's, then those its routes name. */
export function scriptsOf(handles: readonly unknown[]): string[] {
  return [islands.shell, ...islandsOf(handles).map((name) => islands[name])]
}
