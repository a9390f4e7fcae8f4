// Runs before every npm script, on any version of Node, so it uses no TypeScript and no packages. It installs when the
// lock file is newer than the installed packages, and builds the site when a source is newer than the build, unless it is
// called with --no-build.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..')
process.chdir(root)

const changed = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
const newest = (directory) =>
  fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .reduce((latest, entry) => Math.max(latest, changed(path.join(entry.parentPath ?? entry.path, entry.name))), 0)

function run(command, ...words) {
  try {
    execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    console.error(`\n"${[command, ...words].join(' ')}" failed; what it printed above says why.`)
    process.exit(1)
  }
}

// If node_modules is a link, npm would empty the folder of another checkout.
const linked = fs.lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink() ?? false
if (!linked && changed('package-lock.json') > changed('node_modules/.package-lock.json')) {
  console.log('Installing what the lock file names ...')
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
  // npm keeps the packing time of files, so the install time is set here.
  fs.utimesSync('node_modules/.package-lock.json', new Date(), new Date())
}

const version = execFileSync('node', ['--version'], {
  encoding: 'utf8',
  env: { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` },
}).trim()
if (Number(version.slice(1).split('.')[0]) < 24) {
  console.error(
    `Lamplight runs on Node 24; this machine has ${version}, and for its platform the lock file brings none. Install Node 24 and start again.`,
  )
  process.exit(1)
}

if (!process.argv.includes('--no-build')) {
  const sources = Math.max(
    newest('app'),
    newest('vite'),
    ...['vite.config.ts', 'react-router.config.ts', 'package-lock.json'].map(changed),
  )
  if (sources > changed('build/server/index.js')) {
    console.log('Building the site ...')
    run('npm', 'run', '--silent', 'build', '--', '--logLevel', 'error')
  }
}
