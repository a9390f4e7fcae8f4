import shell from '../islands/shell.island.ts?inline'

/** The shell's script, to stand inside every page. Empty in the browser's build: the page has it already. */
export const shellScript: string = import.meta.env.SSR ? shell : ''
