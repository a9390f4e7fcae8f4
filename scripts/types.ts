// npm run types: writes app/services/database.types.ts from supabase/migrations. With --check it only verifies
// that the file is current.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { startBackend } from '#server/backend/start.ts'
import { fail } from '#server/fail.ts'

const file = path.resolve(import.meta.dirname, '../app/services/database.types.ts')

try {
  const generated = await generateFromMigrations()
  if (process.argv.includes('--check')) {
    if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== generated) {
      throw new Error('app/services/database.types.ts is not what the migrations say. Run: npm run types')
    }
    console.log('The database types are current.')
  } else {
    fs.writeFileSync(file, generated)
  }
} catch (error) {
  fail(error)
}

async function generateFromMigrations(): Promise<string> {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-types-'))
  try {
    const { openPglite } = await import('#server/backend/database.ts')
    const database = await openPglite(path.join(dataDirectory, 'postgres'))
    const backend = await startBackend(
      { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
      { mailer: { send: async () => {} }, database },
    )
    const metadata = await introspect(
      { query: async (sql: string) => ({ rows: await database.query(sql) }) },
      { includedSchemas: ['public'] },
    )
    const types = await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '12' })
    await backend.stop()
    return `// Written by \`npm run types\` from supabase/migrations; do not edit.\n${types}`
  } finally {
    fs.rmSync(dataDirectory, { recursive: true, force: true })
  }
}
