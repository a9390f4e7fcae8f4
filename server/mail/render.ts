import type { LoadBuild } from '../site-build.ts'
import type { RenderMail } from './message.ts'

/** Creates the renderer of the outbox's emails. Their templates are JSX, so they are in the build with the pages. */
export function mailRenderer(loadBuild: LoadBuild, siteUrl: string): RenderMail {
  return async (template, details) => {
    const { renderMail } = (await loadBuild()).entry.module
    return renderMail(template, details, { siteUrl })
  }
}
