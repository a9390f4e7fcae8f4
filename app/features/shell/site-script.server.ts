// oxlint-disable-next-line import/default -- it comes from vite/inline-islands.ts
import text from '#app/islands/site.island.ts?inline'
import { getScriptFile, type ScriptFile } from '#app/platform/pages/script-file.server.ts'

/**
 * The script file of all pages outside the admin console, which browsers keep. It has what lives on the phone: copies of
 * pages and saved works. No page needs it. Vite serves the source in development.
 */
export const siteScript: ScriptFile | null = import.meta.env.DEV ? null : getScriptFile(text)
