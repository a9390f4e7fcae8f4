import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { inlineIslands } from './vite/inline-islands.ts'
import { precompress } from './vite/precompress.ts'

export default defineConfig({
  plugins: [inlineIslands(), reactRouter(), precompress()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // These modules do nothing when they are imported: what only the server's pages use is left out of the browser's build.
          treeshake: { moduleSideEffects: [{ test: /\/app\/(features|platform|ui)\//, sideEffects: false }] },
          output: {
            // One file for the framework: it compresses better than five files, and browsers keep it when the site changes.
            codeSplitting: { groups: [{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// }] },
          },
        },
      },
    },
  },
  build: { assetsInlineLimit: 0, cssMinify: true, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
})
