import path from 'node:path'
import type { Plugin } from 'vite'
import { getScriptFile } from '../app/platform/pages/script-file.server.ts'
import { bundleIsland } from './inline-islands.ts'

/** Writes the script file of the site (app/features/shell/site-script.server.ts) into the browser's build. */
export function siteScript(): Plugin {
  return {
    name: 'lamplight:site-script',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const source = await bundleIsland(path.resolve(import.meta.dirname, '../app/islands/site.island.ts'))
      this.emitFile({ type: 'asset', fileName: getScriptFile(source).src.slice(1), source })
    },
  }
}
