import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Environment } from '../environment.ts'

export type BackendKeys = { publishable_key: string; secret_key: string; jwt_secret: string }

/**
 * The keys of the embedded backend: DATA_DIR/backend-keys.json (mode 0600), made on the first start.
 * Variables of the same meaning win and are not written down.
 */
export function backendKeys(env: Pick<Environment, 'dataDirectory' | 'keys'>): BackendKeys {
  const file = path.join(env.dataDirectory, 'backend-keys.json')
  if (!fs.existsSync(file)) {
    fs.mkdirSync(env.dataDirectory, { recursive: true, mode: 0o700 })
    const made: BackendKeys = {
      publishable_key: newKey('publishable'),
      secret_key: newKey('secret'),
      jwt_secret: randomBytes(32).toString('base64url'),
    }
    fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  }
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as BackendKeys
  return {
    publishable_key: env.keys.publishableKey ?? kept.publishable_key,
    secret_key: env.keys.secretKey ?? kept.secret_key,
    jwt_secret: env.keys.jwtSecret ?? kept.jwt_secret,
  }
}

/** A key in the shape of Supabase's own: what it is for, 132 random bits, and a check that shows a slip in copying. */
function newKey(kind: 'publishable' | 'secret'): string {
  const body = `sb_${kind}_${randomBytes(17).toString('base64url').slice(0, 22)}`
  return `${body}_${createHash('sha256').update(body).digest('base64url').slice(0, 8)}`
}
