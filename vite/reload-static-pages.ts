import type { Plugin } from 'vite'

/**
 * Tells static pages in development that a source of theirs changed (app/features/shell/reload-page.ts). Hydrated pages have React Router's
 * hot updates.
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
