import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { inlineIslands } from './vite/inline-islands.ts'
import { precompress } from './vite/precompress.ts'

const TABLES = ['csv-parse', 'csv-stringify', 'yaml']
const PARSER = ['htmlparser2', 'entities', 'domutils', 'domhandler', 'domelementtype', 'dom-serializer']
const MARKUP = ['marked', 'sanitize-html', 'postcss', 'source-map-js', 'nanoid', 'picocolors', ...PARSER]

export default defineConfig({
  plugins: [inlineIslands(), reactRouter(), precompress()],
  environments: {
    // Built into the server's one file with what they need: they are some 200 files, which each start would load one by one.
    ssr: { resolve: { noExternal: [...TABLES, ...MARKUP] } },
    client: {
      build: {
        rolldownOptions: {
          // These modules do nothing when they are imported: what only the server's pages use is left out of the browser's build.
          treeshake: { moduleSideEffects: [{ test: /\/app\/(features|platform|ui)\//, sideEffects: false }] },
          output: {
            // One file for the framework and one for what most hydrated pages share: they compress better than many small files, and
            // browsers keep the framework when the site changes.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: 'kit',
                  test: /app\/(ui\/(icon|field|toast|not-found|empty-state)|platform\/(forms\/fields|pages\/(browser-storage|page-meta|soon|thrown)|text\/dates))\.tsx?/,
                },
              ],
            },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, cssMinify: true, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
})
