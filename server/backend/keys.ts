import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { Environment } from '../environment.ts'

const key = v.pipe(v.string(), v.minLength(1))
const backendKeysFile = v.pipe(v.string(), v.parseJson(), v.object({ publishable_key: key, secret_key: key, jwt_secret: key }))

export type BackendKeys = v.InferOutput<typeof backendKeysFile>

/**
 * Returns the keys of the embedded backend: DATA_DIR/backend-keys.json (mode 0600), created on the first start.
 * Variables of the same meaning take precedence and are not stored.
 * @throws a sentence that names the file and says what to do, when it is damaged.
 */
export function backendKeys(env: Pick<Environment, 'dataDirectory' | 'keys'>): BackendKeys {
  const file = path.join(env.dataDirectory, 'backend-keys.json')
  if (!fs.existsSync(file)) {
    fs.mkdirSync(env.dataDirectory, { recursive: true, mode: 0o700 })
    const created: BackendKeys = {
      publishable_key: newKey('publishable'),
      secret_key: newKey('secret'),
      jwt_secret: randomBytes(32).toString('base64url'),
    }
    // The file is written under another name and renamed, because the process may be killed while writing.
    fs.writeFileSync(`${file}.part`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(`${file}.part`, file)
  }
  const stored = read(file)
  return {
    publishable_key: env.keys.publishableKey ?? stored.publishable_key,
    secret_key: env.keys.secretKey ?? stored.secret_key,
    jwt_secret: env.keys.jwtSecret ?? stored.jwt_secret,
  }
}

function read(file: string): BackendKeys {
  const parsed = v.safeParse(backendKeysFile, fs.readFileSync(file, 'utf8'))
  if (!parsed.success) {
    throw new Error(
      `${file} is damaged: the keys of the backend cannot be read from it. Put it back from a backup. Without one, remove it: the next start makes new keys, and everybody has to sign in again.`,
    )
  }
  return parsed.output
}

/**
 * Creates a key in the format of Supabase's own: its purpose, 132 random bits, and a checksum that detects copying
 * errors.
 */
function newKey(kind: 'publishable' | 'secret'): string {
  const body = `sb_${kind}_${randomBytes(17).toString('base64url').slice(0, 22)}`
  return `${body}_${createHash('sha256').update(body).digest('base64url').slice(0, 8)}`
}
