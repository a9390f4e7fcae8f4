/*
 * Repair 3 of @supabase/lite 0.10.0. It hashes passwords with bcryptjs on the main thread: 65 ms in which nobody else is answered.
 * The native bcrypt hashes in the thread pool (hashing.ts); its binaries come inside the package. Import this file before @supabase/lite.
 * Test: tests/contract/password-hashing.test.ts.
 */
import { registerHooks } from 'node:module'

const native = new URL('./hashing.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'bcryptjs' && context.parentURL?.includes('/@supabase/lite/')
      ? { url: native, shortCircuit: true }
      : next(specifier, context)
  },
})
