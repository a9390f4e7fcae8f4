import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { inlineIslands } from './vite/inline-islands.ts'
import { precompress } from './vite/precompress.ts'
import { reloadStaticPages } from './vite/reload-static-pages.ts'
import { siteScript } from './vite/site-script.ts'

const TABLES = ['csv-parse', 'csv-stringify', 'yaml']
const PARSER = ['htmlparser2', 'entities', 'domutils', 'domhandler', 'domelementtype', 'dom-serializer']
const MARKUP = ['marked', 'sanitize-html', 'postcss', 'source-map-js', 'nanoid', 'picocolors', ...PARSER]

export default defineConfig(({ command }) => ({
  plugins: [inlineIslands(), reactRouter(), siteScript(), precompress(), reloadStaticPages()],
  environments: {
    // Bundle these packages into the server file: they are some 200 files, which each start would load one by one. In
    // development Node loads them, because Vite does not run CommonJS.
    ssr: { resolve: { noExternal: command === 'build' ? [...TABLES, ...MARKUP] : [] } },
    client: {
      // Vite would otherwise discover these packages late and reload the first page in development.
      optimizeDeps: { include: ['valibot', 'tus-js-client', 'turndown', '@joplin/turndown-plugin-gfm', '@noble/hashes/sha2.js'] },
      build: {
        rolldownOptions: {
          // These modules have no side effects, so modules that only the server uses are left out of the browser's
          // build.
          treeshake: { moduleSideEffects: [{ test: /\/app\/(features|platform|ui)\//, sideEffects: false }] },
          output: {
            // One chunk for the framework and one for the code that most hydrated pages share: they compress better
            // than many small files, and browsers keep the framework in their cache when the site changes.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'kit',
                  test: /app\/(ui\/(icon|field|toast|not-found|empty-state)|platform\/(forms\/fields|pages\/(browser-storage|page-meta|deferred|thrown)|text\/dates))\.tsx?/,
                },
                // The pages that send a file in pieces: a student's upload, and a material of the console.
                {
                  name: 'uploads',
                  test: /app\/features\/uploads\/(accepted-files|arrived-file-note|check-upload|draft|file-part|labels|schema|started-uploads|stop|use-(draft|file-form|sending))\.tsx?/,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, cssMinify: true, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
}))
