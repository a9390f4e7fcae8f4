/*
 * Which part of the code may import which (CONTRIBUTING: Where things go). Files are parsed by Vite's own parser.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** The parts, and what each may import besides itself. A part is a folder; a file belongs to the first part that contains it. */
const parts: readonly { name: string; folder: string; mayImport: readonly string[] }[] = [
  { name: 'routes', folder: 'app/routes', mayImport: ['features', 'emails', 'ui', 'platform', 'styles'] },
  { name: 'features', folder: 'app/features', mayImport: ['islands', 'emails', 'ui', 'platform', 'styles', 'functions', 'seed'] },
  { name: 'islands', folder: 'app/islands', mayImport: ['features', 'platform'] },
  { name: 'emails', folder: 'app/emails', mayImport: ['platform'] },
  { name: 'ui', folder: 'app/ui', mayImport: ['platform'] },
  { name: 'platform', folder: 'app/platform', mayImport: [] },
  { name: 'styles', folder: 'app/styles', mayImport: [] },
  { name: 'site', folder: 'app', mayImport: ['routes', 'features', 'islands', 'emails', 'ui', 'platform', 'styles'] },
  { name: 'process', folder: 'server', mayImport: ['site', 'features', 'emails', 'ui', 'platform', 'functions', 'seed', 'dev'] },
  { name: 'dev', folder: 'dev', mayImport: ['process', 'features', 'platform', 'functions'] },
  { name: 'functions', folder: 'supabase/functions', mayImport: [] },
  { name: 'seed', folder: 'supabase/seed', mayImport: [] },
]

/** One import: the importing and the imported file, relative to the repository. */
export type Arrow = { from: string; to: string }

/**
 * Lists the forbidden imports, one sentence each: imports between parts that are not allowed, and circles of features, direct or through
 * others.
 */
export function wrongArrows(arrows: readonly Arrow[]): string[] {
  const forbidden = arrows.flatMap(({ from, to }) => {
    const [asking, asked] = [partOf(from), partOf(to)]
    const allowed = !asking || !asked || asking === asked || asking.mayImport.includes(asked.name)
    return allowed ? [] : [`${from} imports ${to}: ${asking.name} may not import ${asked.name}.`]
  })
  return [...forbidden, ...circles(arrows)]
}

/** All imports of the source files below the folders of the parts, without tests. `root` is the repository. */
export function readArrows(root: string): Arrow[] {
  const folders = ['app', 'server', 'dev', 'supabase/functions']
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => importsOf(file, fs.readFileSync(path.join(root, file), 'utf8')).map((to) => ({ from: file, to }))),
  )
}

/** The files of the repository that a source imports, also types and dynamic imports. */
export function importsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const asked = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    // The parser gives the place of a dynamic import's argument, quotes included.
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
  return [...new Set(asked)]
    .filter((name) => name.startsWith('.') && !name.includes('+types'))
    .map((name) => path.join(path.dirname(file), name.replace(/\?.*$/, '')))
}

function partOf(file: string) {
  return parts.find(({ folder }) => file.startsWith(`${folder}/`))
}

/** Finds the circles of feature folders, one path for each. */
function circles(arrows: readonly Arrow[]): string[] {
  const featureOf = (file: string) => /^app\/features\/([^/]+)\//.exec(file)?.[1]
  const asks = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [asking, asked] = [featureOf(from), featureOf(to)]
    if (asking && asked && asking !== asked) {
      asks.set(asking, (asks.get(asking) ?? new Set()).add(asked))
    }
  }
  const found = new Set<string>()
  const settled = new Set<string>()
  const walk = (feature: string, way: readonly string[]): void => {
    const start = way.indexOf(feature)
    if (start >= 0) {
      found.add(`Features import one another in a circle: ${[...way.slice(start), feature].join(' -> ')}.`)
    } else if (!settled.has(feature)) {
      for (const next of asks.get(feature) ?? []) {
        walk(next, [...way, feature])
      }
      settled.add(feature)
    }
  }
  for (const feature of [...asks.keys()].toSorted()) {
    walk(feature, [])
  }
  return [...found]
}
