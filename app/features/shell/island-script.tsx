import type { Island } from '../../platform/pages/handle.ts'
import { islandScript } from './scripts.ts'

/**
 * The small script of a page, at the end of what it works on: on a streamed page it comes, and runs, with it. The route names it in its
 * handle too, for the policy.
 */
export function IslandScript({ name }: { name: Island }) {
  return <script dangerouslySetInnerHTML={{ __html: islandScript(name) }} suppressHydrationWarning />
}
