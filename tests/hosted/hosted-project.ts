/*
 * Projects as Supabase hosts them, as far as PostgreSQL shows them: the roles and schemas of
 * tests/hosted/hosted-project.sql, and our migrations pushed by the real command-line tool.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { type Cluster, startCluster } from '../../supabase/tests/at-once/postgresql.ts'
import { root, temporaryDirectory } from '../support/processes.ts'

const packages = path.join(root, 'tests/hosted/node_modules')
/** The command-line tool of Supabase, and Deno: binaries for Linux (x64) of npm packages. */
export const SUPABASE = path.join(packages, '@supabase/cli-linux-x64/bin/supabase')
export const DENO = path.join(packages, '@deno/linux-x64-glibc/deno')

/** The default grants of new projects while "default privileges for new entities" is on; each belongs to `postgres`. */
const DEFAULT_PRIVILEGES = `
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;`

export type Project = {
  /** The address for `postgres`, who migrates and owns our objects. */
  url: string
  query<Row>(sql: string): Promise<Row[]>
}

/** Starts a cluster with two empty projects: one that grants by default, one that does not. */
export async function startProjects(): Promise<{
  on: Project
  off: Project
  superuser: string
  leave(): Promise<void>
  stop(): Promise<void>
}> {
  const cluster: Cluster = await startCluster('supabase_admin')
  const script = fs.readFileSync(path.join(root, 'tests/hosted/hosted-project.sql'), 'utf8')
  const superuser = postgres(cluster.url, { max: 1, onnotice: () => {} })
  const opened: postgres.Sql[] = []
  async function project(name: string, isFirst: boolean, more: string): Promise<Project> {
    await superuser.unsafe(`create database ${name}`)
    const own = postgres(cluster.url.replace(/\/postgres$/, `/${name}`), { max: 1, onnotice: () => {} })
    // Roles belong to the whole cluster.
    const needed = isFirst ? script : script.replaceAll(/^(create role|grant (anon|supabase_storage_admin)) .*$/gm, '')
    await own.unsafe(needed.replace(':"name"', name) + more)
    await own.end()
    const url = cluster.url.replace('supabase_admin@', 'postgres@').replace(/\/postgres$/, `/${name}`)
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    opened.push(sql)
    return { url, query: async <Row>(text: string) => [...(await sql.unsafe(text))] as Row[] }
  }
  const on = await project('project_on', true, DEFAULT_PRIVILEGES)
  const off = await project('project_off', false, '')
  const leave = async () => void (await Promise.all([superuser, ...opened].map((sql) => sql.end({ timeout: 1 }))))
  return {
    on,
    off,
    superuser: cluster.url,
    leave,
    async stop() {
      await leave()
      cluster.stop()
    },
  }
}

/**
 * Runs `supabase db push`, as in docs/operating.md, from a copy of our folder. Returns its output. @throws when it
 * fails.
 */
export function push({ url }: Project): string {
  const directory = temporaryDirectory()
  try {
    for (const each of ['config.toml', 'migrations', 'templates', 'functions']) {
      fs.cpSync(path.join(root, 'supabase', each), path.join(directory.path, 'supabase', each), { recursive: true })
    }
    const { status, stdout, stderr } = spawnSync(SUPABASE, ['db', 'push', `--remote=${url}`, '--yes', '--agent=no'], {
      cwd: directory.path,
      env: { PATH: process.env.PATH, HOME: directory.path, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
      encoding: 'utf8',
      timeout: 120_000,
    })
    if (status !== 0) {
      throw new Error(`supabase db push ended with ${status}:\n${stdout}\n${stderr}`)
    }
    return stdout + stderr
  } finally {
    directory.remove()
  }
}

/** Returns the version that a program prints. */
export const getVersion = (program: string): string => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
