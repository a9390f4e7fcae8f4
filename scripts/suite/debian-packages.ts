import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Names of Chromium executables. The first is headless and starts fastest. */
const CHROMIUM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Returns the first Chromium executable in the folders of a PATH, or null if none is installed. */
export function findChromium(folders: string): string | null {
  const programs = CHROMIUM_NAMES.flatMap((name) => folders.split(path.delimiter).map((folder) => path.join(folder, name)))
  return programs.find((program) => fs.existsSync(program)) ?? null
}

/** The browser of the journeys: any installed Chromium, or where Debian's package puts it. */
export const CHROMIUM = findChromium(process.env.PATH ?? '') ?? '/usr/bin/chromium-headless-shell'
/** The reverse proxy of tests/process/network-in-front.test.ts. */
export const NGINX = '/usr/sbin/nginx'

/** The database of `npm run test:postgres`; its executables are in folders by version. */
export const POSTGRESQL = { file: '/usr/lib/postgresql', name: 'postgresql' }

type Package = { file: string; name: string }
const needed: readonly Package[] = [
  { file: CHROMIUM, name: 'chromium-headless-shell' },
  { file: NGINX, name: 'nginx' },
]

/**
 * Checks that the Debian packages of the tests, and `more`, are installed. Installs missing ones if run as root on
 * Debian.
 * @throws an error that says what to do.
 */
export function ensurePackages(more: readonly Package[] = []): void {
  const missing = [...needed, ...more].filter(({ file }) => !fs.existsSync(file))
  if (missing.length === 0) {
    return
  }
  const names = missing.map(({ name }) => name)
  const debian = fs.existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    console.log(`Installing ${names.join(' and ')} for the tests ...`)
    if (withoutServices(() => install(names))) {
      return
    }
    throw new Error('Could not install the packages of the tests: see the output of apt-get above.')
  }
  throw new Error(
    debian
      ? `The tests need programs of Debian. Install them with: sudo apt-get install ${names.join(' ')}`
      : `The tests need ${missing.map(({ file }) => file).join(' and ')}. Install them with the package manager of this machine.`,
  )
}

function install(names: readonly string[]): boolean {
  return run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names])
}

/** Debian starts a server that it installs, unless this file forbids it. */
const POLICY = '/usr/sbin/policy-rc.d'

function withoutServices<T>(act: () => T): T {
  if (fs.existsSync(POLICY)) {
    return act()
  }
  fs.writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return act()
  } finally {
    fs.rmSync(POLICY)
  }
}

function run(command: string, words: string[]): boolean {
  return spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}
