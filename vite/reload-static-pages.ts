import type { Plugin } from 'vite'

/**
 * Reloads static pages in development when one of their sources changes, also one that changed while the page was
 * loading (app/features/shell/reload-page.ts). Hydrated pages use React Router's hot updates.
 */
export function reloadStaticPages(): Plugin {
  let changedAt = 0
  return {
    name: 'lamplight:reload-static-pages',
    apply: 'serve',
    configureServer(server) {
      server.environments.client.hot.on('lamplight:page-received', (receivedAt: number, client) => {
        if (receivedAt <= changedAt) {
          client.send('lamplight:page-changed')
        }
      })
    },
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0) {
        changedAt = Date.now()
        server.environments.client.hot.send('lamplight:page-changed')
      }
    },
  }
}
