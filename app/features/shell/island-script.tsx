import type { Island } from '#app/platform/pages/handle.ts'
import { islandScript } from './scripts.ts'

/**
 * The small script of a page, placed after the elements that it uses: on a streamed page it arrives and runs with them.
 * The route's handle names it too, for the content security policy.
 */
export function IslandScript({ name }: { name: Island }) {
  return <script dangerouslySetInnerHTML={{ __html: islandScript(name) }} suppressHydrationWarning />
}
