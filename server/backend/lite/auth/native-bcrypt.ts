/*
 * Repair 3 of @supabase/lite 0.10.0. It hashes passwords with bcryptjs on the main thread: 65 ms in which nobody else is answered.
 * The native bcrypt hashes in the thread pool; its binaries come inside the package. Import this file before @supabase/lite.
 * Test: tests/contract/password-hashing.test.ts.
 */
import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const native = pathToFileURL(createRequire(import.meta.url).resolve('bcrypt')).href

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'bcryptjs' && context.parentURL?.includes('/@supabase/lite/')
      ? { url: native, format: 'commonjs', shortCircuit: true }
      : next(specifier, context)
  },
})
