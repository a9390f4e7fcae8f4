import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // A hydrated page gets the whole map of routes. Loading it lazily would need another address and a script on every page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
