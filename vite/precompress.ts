import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/** Writes a brotli copy beside every text asset of the browser's build, once, at the best quality. */
export function precompress(): Plugin {
  return {
    name: 'lamplight:precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle(options, bundle) {
      const directory = options.dir ?? '.'
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg|json)$/.test(name))
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(directory, name)
          const compressed = await brotli(await fs.readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
          await fs.writeFile(`${file}.br`, compressed)
        }),
      )
    },
  }
}
