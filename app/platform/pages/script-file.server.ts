import { createHash } from 'node:crypto'

/** A script file of pages: its address, and its hash, by which the content security policy allows it. */
export type ScriptFile = { src: string; integrity: string }

/** Returns the file for a script's text: the build writes it there (vite/site-script.ts), and pages link it. */
export function getScriptFile(text: string): ScriptFile {
  const hash = createHash('sha256').update(text)
  return { src: `/assets/site-${hash.copy().digest('hex').slice(0, 10)}.js`, integrity: `sha256-${hash.digest('base64')}` }
}
