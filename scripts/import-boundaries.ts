/*
 * Which part of the code may import which (CONTRIBUTING: Where things go). Files are parsed by Vite's own parser.
 */
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

type Part = {
  name: string
  /** Folders and files of the part. `server/*` means the files directly in `server`. */
  where: readonly string[]
  /** Other parts that it may import. */
  mayImport: readonly string[]
}

/** The layers below HTTP in the server: `main -> services -> http -> these -> paystack -> backend -> foundation`. */
const belowHttp = [
  'orders',
  'uploads',
  'pictures',
  'reading',
  'limits',
  'second-factors',
  'page-cache',
  'analytics',
  'paystack',
  'backend',
  'foundation',
]
const besidesHttp = ['jobs', 'mail', 'seeding', 'doctor', 'metrics', 'watchdog']

/** The parts of the code. A file belongs to the first part that contains it. */
const parts: readonly Part[] = [
  { name: 'routes', where: ['app/routes'], mayImport: ['features', 'emails', 'ui', 'platform', 'styles'] },
  {
    name: 'features',
    where: ['app/features'],
    mayImport: ['islands', 'emails', 'ui', 'platform', 'styles', 'functions', 'sample content'],
  },
  { name: 'islands', where: ['app/islands'], mayImport: ['features', 'platform'] },
  { name: 'emails', where: ['app/emails'], mayImport: ['platform'] },
  { name: 'ui', where: ['app/ui'], mayImport: ['platform'] },
  // app/services: what the process gives the site, a file for each service.
  { name: 'platform', where: ['app/platform', 'app/services'], mayImport: [] },
  { name: 'styles', where: ['app/styles'], mayImport: [] },
  { name: 'site', where: ['app'], mayImport: ['routes', 'features', 'islands', 'emails', 'ui', 'platform', 'styles'] },
  { name: 'main', where: ['server/main.ts'], mayImport: ['services', 'start', 'watchdog', 'backend', 'foundation', 'platform'] },
  // What `npm run backend` starts too, so it knows nothing of the site.
  {
    name: 'start',
    where: ['server/services/backend.ts', 'server/services/services.ts'],
    mayImport: ['seeding', 'mail', 'backend', 'foundation'],
  },
  {
    name: 'services',
    where: ['server/services'],
    mayImport: ['start', 'http', ...belowHttp, ...besidesHttp, 'platform', 'dev'],
  },
  { name: 'http', where: ['server/http'], mayImport: [...belowHttp, 'site', 'platform', 'functions'] },
  {
    name: 'jobs',
    where: ['server/jobs'],
    mayImport: ['reading', 'orders', 'uploads', 'pictures', 'paystack', 'mail', 'backend', 'foundation', 'features', 'platform'],
  },
  {
    name: 'orders',
    where: ['server/orders'],
    mayImport: ['reading', 'paystack', 'backend', 'foundation', 'platform', 'functions'],
  },
  { name: 'uploads', where: ['server/uploads'], mayImport: ['backend', 'foundation', 'platform', 'functions'] },
  { name: 'pictures', where: ['server/pictures'], mayImport: ['foundation', 'features', 'ui', 'platform'] },
  { name: 'reading', where: ['server/reading'], mayImport: ['foundation', 'platform'] },
  { name: 'limits', where: ['server/limits'], mayImport: ['backend', 'foundation', 'platform'] },
  { name: 'second-factors', where: ['server/second-factors'], mayImport: ['foundation', 'platform'] },
  { name: 'page-cache', where: ['server/page-cache'], mayImport: ['foundation'] },
  { name: 'analytics', where: ['server/analytics'], mayImport: ['backend', 'foundation', 'platform'] },
  { name: 'paystack', where: ['server/paystack'], mayImport: ['backend', 'foundation', 'features', 'platform', 'dev'] },
  { name: 'mail', where: ['server/mail'], mayImport: ['backend', 'foundation'] },
  { name: 'seeding', where: ['server/seed'], mayImport: ['paystack', 'backend', 'foundation', 'platform', 'dev'] },
  { name: 'doctor', where: ['server/doctor'], mayImport: ['mail', 'backend', 'foundation', 'platform'] },
  { name: 'metrics', where: ['server/metrics'], mayImport: ['foundation', 'platform'] },
  { name: 'watchdog', where: ['server/watchdog'], mayImport: ['foundation', 'platform'] },
  { name: 'backend', where: ['server/backend'], mayImport: ['foundation', 'platform', 'functions'] },
  {
    name: 'foundation',
    where: ['server/*', 'server/disk', 'server/job-runner', 'server/responses'],
    // The site is named as a type only: `site-build.ts` says what a build exports.
    mayImport: ['site', 'platform', 'functions'],
  },
  { name: 'tools', where: ['tools'], mayImport: ['start', 'doctor', 'seeding', 'mail', 'backend', 'foundation', 'platform'] },
  {
    name: 'scripts',
    where: ['scripts'],
    mayImport: ['seeding', 'backend', 'foundation', 'features', 'platform', 'functions', 'test support'],
  },
  { name: 'dev', where: ['dev'], mayImport: ['foundation', 'features', 'platform', 'functions'] },
  { name: 'functions', where: ['supabase/functions'], mayImport: [] },
  { name: 'sample content', where: ['supabase/seed'], mayImport: [] },
  { name: 'test support', where: ['tests/support'], mayImport: [] },
  // A package of its own. The shop reads its files in products/dist.
  { name: 'products', where: ['products'], mayImport: [] },
]

/** One import: the importing and the imported file, relative to the repository. */
export type Import = { from: string; to: string }

/**
 * Lists the forbidden imports, one sentence each: imports between parts that are not allowed, folders that no part
 * names, and cycles of features or of server folders, direct or through others.
 */
export function forbiddenImports(imports: readonly Import[]): string[] {
  const forbidden = imports.flatMap(({ from, to }) => {
    const [importing, imported] = [getPart(from), getPart(to)]
    if (!importing) {
      return [`${from} belongs to no part. Add its folder to scripts/import-boundaries.ts.`]
    }
    const isAllowed = importing === imported || importing.mayImport.includes(imported?.name ?? '')
    return isAllowed ? [] : [`${from} imports ${to}: ${importing.name} may not import ${imported?.name ?? 'what no part has'}.`]
  })
  return [...forbidden, ...cycles(imports)]
}

/** Reads all imports of the source files of the parts, without tests. `root` is the repository. */
export function readImports(root: string): Import[] {
  const folders = ['app', 'server', 'tools', 'scripts', 'dev', 'supabase/functions', 'products/builder']
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => getImports(file, fs.readFileSync(path.join(root, file), 'utf8')).map((to) => ({ from: file, to }))),
  )
}

/** Returns the files of the repository that a source imports, also types and dynamic imports. */
export function getImports(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    // The parser gives the place of a dynamic import's argument, quotes included.
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ]
  return [...new Set(requests)]
    .filter((name) => /^[.#]/.test(name) && !name.includes('+types'))
    .map((name) => resolveImport(file, name.replace(/\?.*$/, '')))
}

/** Returns the path of an import relative to the repository. `#app/x` stands for `app/x` (package.json: imports). */
export function resolveImport(file: string, name: string): string {
  if (!name.startsWith('#')) {
    return path.join(path.dirname(file), name)
  }
  return name.startsWith('#functions/') ? name.replace('#', 'supabase/') : name.slice(1)
}

function getPart(file: string): Part | undefined {
  return parts.find(({ where }) =>
    where.some((place) =>
      place.endsWith('/*') ? path.dirname(file) === place.slice(0, -2) : file === place || file.startsWith(`${place}/`),
    ),
  )
}

/**
 * Returns the folder of a feature or of the server in which a file is. Files directly in `server` count as one folder.
 */
function getFolder(file: string): string | undefined {
  if (file === 'server/main.ts') {
    return undefined
  }
  return /^(?:app\/features|server)\/[^/]+(?=\/)/.exec(file)?.[0] ?? (/^server\/[^/]+$/.test(file) ? 'server' : undefined)
}

/** Finds the cycles of feature folders and of server folders, one path for each. */
function cycles(imports: readonly Import[]): string[] {
  const importsFrom = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [importing, imported] = [getFolder(from), getFolder(to)]
    if (importing && imported && importing !== imported) {
      importsFrom.set(importing, (importsFrom.get(importing) ?? new Set()).add(imported))
    }
  }
  const found = new Set<string>()
  const settled = new Set<string>()
  const walk = (folder: string, way: readonly string[]): void => {
    const start = way.indexOf(folder)
    if (start >= 0) {
      found.add(`Folders import one another in a cycle: ${[...way.slice(start), folder].join(' -> ')}.`)
    } else if (!settled.has(folder)) {
      for (const next of importsFrom.get(folder) ?? []) {
        walk(next, [...way, folder])
      }
      settled.add(folder)
    }
  }
  for (const folder of [...importsFrom.keys()].toSorted()) {
    walk(folder, [])
  }
  return [...found]
}
