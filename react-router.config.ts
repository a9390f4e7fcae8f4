import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // Hydrated pages get the whole route manifest. Lazy discovery would need another URL and a script on every page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
