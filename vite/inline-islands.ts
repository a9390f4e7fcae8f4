import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Bundles `import script from './shell.island.ts?inline'` as a string: one minified script for a page without a
 * framework.
 */
export function inlineIslands(): Plugin {
  return {
    name: 'lamplight:inline-islands',
    enforce: 'pre',
    load: {
      filter: { id: /\.island\.ts\?inline$/ },
      async handler(id) {
        const entry = id.slice(0, -'?inline'.length)
        this.addWatchFile(entry)
        return `export default ${JSON.stringify(await bundleIsland(entry))}`
      },
    },
  }
}

/** Bundles a small script with its imports into one minified text. */
export async function bundleIsland(entry: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2020',
      lib: { entry, formats: ['iife'], name: path.basename(entry, '.island.ts').replaceAll(/\W/g, '_') },
    },
  })) as Rolldown.RolldownOutput[]
  const script = result[0]?.output[0].code.trim()
  if (!script) {
    throw new Error(`${entry} gave no script`)
  }
  // An arrow function is shorter, and these scripts use neither `this` nor `arguments`.
  return script.replace(/^\(function\(\)\{(.*)\}\)\(\);?$/s, '(()=>{$1})()')
}
