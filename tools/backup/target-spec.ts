import fs from 'node:fs'
import path from 'node:path'
import type { Environment } from '#server/environment.ts'
import type { Destination } from './destination.ts'
import { placeDestination } from './target-destination.ts'
import { projectDestination } from './project-destination.ts'
import { projectDatabase } from './project.ts'

/** The destination of a move and its name in messages; `next`: what to do after the move. */
export type TargetSpec = { destination: Destination; isHosted: boolean; name: string; next: string }

/**
 * Parses the destination of a move. The secret key comes from the environment (TO_SECRET_KEY), because other users can
 * see the arguments of a command.
 * @throws an error that says which argument is missing or invalid.
 */
export function parseTargetSpec(
  to: { folder?: string | undefined; project?: string | undefined; database?: string | undefined },
  env: Pick<Environment, 'backend' | 'dataDirectory'>,
  variables: NodeJS.ProcessEnv,
): TargetSpec {
  if (to.project !== undefined) {
    return projectAim(to.project, to.database, env, variables)
  }
  if (!to.folder) {
    throw new Error(
      'Say where to: npm run move -- --to <a new data directory> [--to-database postgres://...] [--dry-run], ' +
        'or --to-project https://<project>.supabase.co --to-database postgres://...',
    )
  }
  const dataDirectory = path.resolve(to.folder)
  if (dataDirectory === env.dataDirectory) {
    throw new Error('Name another data directory: the source stays as it is.')
  }
  if (isInside(dataDirectory, env.dataDirectory)) {
    throw new Error(`Name a folder outside ${env.dataDirectory}: who removes the source later would remove the copy with it.`)
  }
  return {
    destination: placeDestination({ dataDirectory, databaseUrl: to.database ?? null }),
    isHosted: false,
    name: dataDirectory,
    next: `Start Lamplight with DATA_DIR=${to.folder}${to.database ? ' and this DATABASE_URL' : ''}.`,
  }
}

/** Returns true if a path, which need not exist yet, is in a directory. Links are followed. */
function isInside(place: string, directory: string): boolean {
  const parent = path.dirname(place)
  const real = fs.existsSync(place) ? fs.realpathSync(place) : null
  if (real === null && parent !== place) {
    return isInside(parent, directory)
  }
  const source = fs.existsSync(directory) ? fs.realpathSync(directory) : directory
  return real === source || (real ?? place).startsWith(`${source}${path.sep}`)
}

function projectAim(
  address: string,
  database: string | undefined,
  { backend, dataDirectory }: Pick<Environment, 'backend' | 'dataDirectory'>,
  { TO_SECRET_KEY: secretKey }: NodeJS.ProcessEnv,
): TargetSpec {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Error('--to-project must be the address of the project, such as https://abcdefghij.supabase.co')
  }
  if (!database || !secretKey) {
    throw new Error(
      'Into a hosted project rows go by its database and files by its storage: name --to-database postgres://postgres:...@db...:5432/postgres, ' +
        'and set TO_SECRET_KEY to a secret key of the project.',
    )
  }
  const url = new URL(address).origin
  if (backend.kind === 'hosted' && backend.url === url) {
    throw new Error('Name another project: the source stays as it is.')
  }
  const databaseUrl = projectDatabase(database, '--to-database')
  return {
    destination: projectDestination({ url, secretKey, databaseUrl }, backend.kind === 'hosted' ? backend.url : dataDirectory),
    isHosted: true,
    name: url,
    next: 'Set up Auth and the functions (docs/operating.md, Hosted Supabase), and start the site with SUPABASE_URL and its keys.',
  }
}
