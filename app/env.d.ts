declare module '*.island.ts?inline' {
  const script: string
  export default script
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'

  export const tables: (service: TurndownService) => void
}
