import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** The browser of the journeys: Debian's Chromium without a window, which starts quicker than the one with it. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'
/** The server that is put in front of Lamplight in tests/process/network-in-front.test.ts. */
export const NGINX = '/usr/sbin/nginx'

/** Under Lamplight in `npm run test:postgres`; its programs are in folders by version. */
export const POSTGRESQL = { file: '/usr/lib/postgresql', name: 'postgresql' }

type Package = { file: string; name: string }
const needed: readonly Package[] = [
  { file: CHROMIUM, name: 'chromium-headless-shell' },
  { file: NGINX, name: 'nginx' },
]

/**
 * Makes sure that the tests have what no npm package brings, and `more`; as root on Debian what is missing is installed.
 * @throws a sentence that says what to do.
 */
export function makeSureOfPackages(more: readonly Package[] = []): void {
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
    throw new Error('What the tests need could not be installed; what apt-get printed above says why.')
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
