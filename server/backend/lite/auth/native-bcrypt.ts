/*
 * Repair of @supabase/lite 0.10.0. It hashes passwords with bcryptjs on the main thread, which blocks all other
 * requests for 65 ms. The native bcrypt hashes in the thread pool (hashing.ts); its binaries come inside the package.
 * Import this file before @supabase/lite. Test: tests/contract/password-hashing.test.ts.
 */
import { registerHooks } from 'node:module'
import { gone } from '../required-field.ts'

const native = new URL('./hashing.ts', import.meta.url).href

let isReplaced = false

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'bcryptjs' && context.parentURL?.includes('/@supabase/lite/')) {
      isReplaced = true
      return { url: native, shortCircuit: true }
    }
    return next(specifier, context)
  },
})

/**
 * Checks that lite imported the native bcrypt.
 * @throws one sentence when lite was loaded and did not import bcryptjs.
 */
export function requireNativeBcrypt(): void {
  if (!isReplaced) {
    throw new Error(gone('import of bcryptjs', { package: '@supabase/lite', file: 'auth/native-bcrypt.ts' }))
  }
}
