import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // The whole map of routes travels with a hydrated page: a lazy one would need an address of its own and a script on every page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
