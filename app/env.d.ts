declare module '*.island.ts?inline' {
  const script: string
  export default script
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  export const tables: (service: TurndownService) => void
}

declare module 'rate-limiter-flexible/lib/RateLimiterMemory.js' {
  export { RateLimiterMemory as default } from 'rate-limiter-flexible'
}
