import type { Plugin } from 'vite'

/**
 * Reloads static pages in development when one of their sources changes (app/features/shell/reload-page.ts). Hydrated
 * pages use React Router's hot updates.
 */
export function reloadStaticPages(): Plugin {
  return {
    name: 'lamplight:reload-static-pages',
    apply: 'serve',
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0) {
        server.environments.client.hot.send('lamplight:page-changed')
      }
    },
  }
}
