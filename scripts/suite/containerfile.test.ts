// Checks the Containerfile without building it: the files that it names, and the packages that the running site needs
// and a pruned image would lack.
import fs from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { resolveImport } from '../import-boundaries.ts'

const root = path.resolve(import.meta.dirname, '../..')
const containerfile = fs.readFileSync(path.join(root, 'Containerfile'), 'utf8')

test('copies only existing files and does not run as root', () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([])
  expect(containerfile.match(/^USER (.+)$/gm)?.at(-1)).toBe('USER node')
  expect(fs.readFileSync(path.join(root, '.dockerignore'), 'utf8')).toBe(
    fs.readFileSync(path.join(root, '.containerignore'), 'utf8'),
  )
})

test('installs after copying the packages of this repository and ships the built products', () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; link?: boolean }>
  }
  const links = new Set(Object.values(packages).flatMap(({ resolved, link }) => (link && resolved ? [resolved] : [])))
  expect([...links]).toEqual(['server/backend/lite/absent'])
  const [before = ''] = containerfile.split('npm ci')
  expect([...links].filter((place) => !before.includes(`COPY ${place} ${place}\n`))).toEqual([])
  expect(containerfile).toContain('COPY products/dist products/dist\n')
})

test('copies every folder that the site imports, and the site imports no development package', () => {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const seen = new Set<string>()
  const foreign = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) {
      return
    }
    seen.add(file)
    const text = fs.readFileSync(file, 'utf8')
    // Type imports are erased.
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'|import\('([^']+)'\)/gm)) {
      const whole = name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')
      if (/^[.#]/.test(name)) {
        const next = path.join(root, resolveImport(path.relative(root, file), name))
        expect(['app', 'server', 'dev', 'scripts', 'tools', 'supabase'], `${file} imports ${name}`).toContain(
          path.relative(root, next).split('/')[0],
        )
        visit(next)
      } else if (name !== '' && !name.startsWith('node:') && !builtinModules.includes(name) && !(whole in dependencies)) {
        foreign.add(`${path.relative(root, file)}: ${whole}`)
      }
    }
  }
  for (const entry of [
    'server/main.ts',
    ...['backup', 'restore', 'move', 'adopt', 'doctor', 'make-admin'].map((name) => `tools/${name}.ts`),
  ]) {
    visit(path.join(root, entry))
  }
  expect(seen.size).toBeGreaterThan(80)
  expect([...foreign]).toEqual([])
})
