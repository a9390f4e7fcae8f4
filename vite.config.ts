import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { inlineIslands } from './vite/inline-islands.ts'
import { precompress } from './vite/precompress.ts'

export default defineConfig({
  plugins: [inlineIslands(), reactRouter(), precompress()],
  build: { assetsInlineLimit: 0, cssMinify: true, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
})
