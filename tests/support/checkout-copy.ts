import fs from 'node:fs'
import path from 'node:path'
import { root, temporaryDirectory } from './processes.ts'

const SOURCES = [
  'app',
  'dev',
  'server',
  'supabase',
  'vite',
  'package.json',
  'react-router.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** A copy of the site's sources, for a test that edits it. */
export type CheckoutCopy = {
  path: string
  /** Replaces a text everywhere in a file of the copy. @throws when the file does not contain it. */
  edit(file: string, from: string, to: string): void
  remove(): void
}

/**
 * Copies the sources, so that a killed test leaves the checkout unchanged. Each package is a link, so that Vite's cache
 * in node_modules belongs to the copy.
 */
export function copyCheckout(): CheckoutCopy {
  const { path: copy, remove } = temporaryDirectory()
  const packages = path.join(root, 'node_modules')
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(packages).filter((entry) => !entry.startsWith('.'))) {
    fs.symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name))
  }
  // Vite serves files of its root alone, and the browser's entry is React Router's own.
  const entry = path.join(copy, 'node_modules/@react-router')
  fs.rmSync(entry)
  fs.cpSync(path.join(packages, '@react-router'), entry, { recursive: true })
  for (const source of SOURCES) {
    fs.cpSync(path.join(root, source), path.join(copy, source), { recursive: true })
  }
  return {
    path: copy,
    edit(file, from, to) {
      const name = path.join(copy, file)
      const text = fs.readFileSync(name, 'utf8')
      if (!text.includes(from)) {
        throw new Error(`${file} does not contain ${from}`)
      }
      fs.writeFileSync(name, text.replaceAll(from, to))
    },
    remove,
  }
}
