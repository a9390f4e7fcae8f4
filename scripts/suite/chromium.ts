import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** The browser of the journeys: Debian's Chromium without a window, which starts quicker than the one with it. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell'
const PACKAGE = 'chromium-headless-shell'

/**
 * Makes sure that the browser is there; as root on Debian it is installed when it is missing.
 * @throws a sentence that says what to do.
 */
export function makeSureOfChromium(): void {
  if (fs.existsSync(CHROMIUM)) {
    return
  }
  const debian = fs.existsSync('/etc/debian_version')
  if (debian && process.getuid?.() === 0) {
    console.log('Installing Chromium for the journeys ...')
    if (run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', PACKAGE])) {
      return
    }
    throw new Error('Chromium could not be installed; what apt-get printed above says why.')
  }
  throw new Error(
    debian
      ? `The journeys need Chromium. Install it with: sudo apt-get install ${PACKAGE}`
      : `The journeys need Chromium at ${CHROMIUM}. Install it with the package manager of this machine.`,
  )
}

function run(command: string, words: string[]): boolean {
  return spawnSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}
