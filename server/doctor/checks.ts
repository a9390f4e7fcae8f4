import fs from 'node:fs/promises'
import type { Finding } from '#app/services/doctor.ts'
import type { Environment } from '../environment.ts'
import { backupFindings } from './backups.ts'
import { databaseFindings } from './database.ts'
import { hostedFindings } from './hosted.ts'
import { machineFindings } from './machine.ts'
import { mailFindings } from './mail.ts'
import { proxyFindings } from './proxy.ts'

/** The backend as the doctor reaches it. Without a secret key the database cannot be checked. */
export type BackendUnderTest = {
  kind: 'embedded' | 'hosted'
  url: string
  publishableKey: string
  secretKey: string | null
  fetch: typeof globalThis.fetch
}

/** A check, which returns no findings when all is well. */
export type Check = (env: Environment, patient: BackendUnderTest) => Promise<Finding[]>

const checks: readonly (readonly [name: string, check: Check])[] = [
  ['database', databaseFindings],
  ['functions', functionFindings],
  ['hosted project', hostedFindings],
  ['mail', mailFindings],
  ['backups', backupFindings],
  ['machine', machineFindings],
  ['drive', driveFindings],
]

/**
 * Runs all checks of the backend and its surroundings. A check that fails is a finding of its own.
 * @param headers the headers of a request as it arrived, if there is one: they show what the proxy in front sends.
 * @returns findings, the most severe first; empty when all is well.
 */
export async function runChecks(env: Environment, backend: BackendUnderTest, headers?: Headers): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async ([area, check]) => {
      try {
        return await check(env, backend)
      } catch (error) {
        const what = `This could not be looked at: ${error instanceof Error ? error.message : String(error)}`
        const advice = 'Look whether the backend is reachable, and try again.'
        return [{ severity: 'wrong', area, what, advice } satisfies Finding]
      }
    }),
  )
  return [...found.flat(), ...proxyFindings(env, headers)].toSorted(
    (one, other) => Number(one.severity === 'look') - Number(other.severity === 'look'),
  )
}

const FUNCTIONS = ['upload-to-drive', 'remove-from-drive'] as const

async function functionFindings(_env: Environment, { url, publishableKey, fetch }: BackendUnderTest): Promise<Finding[]> {
  const missing: string[] = []
  for (const name of FUNCTIONS) {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: '{}',
    })
    await response.body?.cancel()
    if (response.status === 404) {
      missing.push(name)
    }
  }
  return missing.map((name) => ({
    severity: 'wrong',
    area: 'functions',
    what: `The function ${name} is not there.`,
    advice: `Run: supabase functions deploy ${name}`,
  }))
}

async function driveFindings(_env: Environment, { kind }: BackendUnderTest): Promise<Finding[]> {
  const directory = process.env.DRIVE_DIRECTORY
  if (kind === 'hosted' || !directory) {
    return []
  }
  try {
    await fs.mkdir(directory, { recursive: true })
    await fs.access(directory, fs.constants.W_OK)
    return []
  } catch (error) {
    return [
      {
        severity: 'wrong',
        area: 'drive',
        what: `The folder of drive copies, ${directory}, cannot be written to: ${(error as Error).message}`,
        advice: 'Let the user of this process write there, or name another folder in DRIVE_DIRECTORY.',
      },
    ]
  }
}
