import * as v from 'valibot'
import type { AccountSession, Added, SecondFactors } from '#app/services/second-factors.ts'
import type { ServiceClient } from '../service-client.ts'
import { appCodeStep, appKeyUri, newAppKey } from './app-codes.ts'
import { type Passkey, Passkeys } from './passkeys.ts'
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'

const settingsSchema = v.object({
  factors: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['app', 'passkey']),
      name: v.string(),
      created_at: v.string(),
      last_used_at: v.nullable(v.string()),
    }),
  ),
  recovery_codes: v.number(),
  can_change: v.boolean(),
})

type Purpose = 'setup' | 'app' | 'new_passkey' | 'passkey'
type NewFactor = { kind: 'app'; name: string; secret: string; last_step: number } | ({ kind: 'passkey'; name: string } & Passkey)

/** Opens the second factors of a backend. Only its secret key reads them and records that a session is verified. */
export function openSecondFactors(client: ServiceClient, siteUrl: string): SecondFactors {
  const passkeys = new Passkeys(siteUrl)
  const args = ({ userId, sessionId }: AccountSession) => ({ account: userId, session: sessionId })

  async function save(who: AccountSession, purpose: Purpose, value: string): Promise<void> {
    const { data } = await client.rpc('save_second_factor_challenge', { ...args(who), purpose, value }).throwOnError()
    if (!data) {
      throw new Error('Could not save a challenge: the session has ended')
    }
  }

  async function consume(who: AccountSession, purpose: Purpose): Promise<string | null> {
    const { data } = await client.rpc('consume_second_factor_challenge', { ...args(who), purpose }).throwOnError()
    return data || null
  }

  async function appSecret(who: AccountSession): Promise<string | null> {
    const { data } = await client.rpc('second_factor_challenge', { ...args(who), purpose: 'app' }).throwOnError()
    return data || null
  }

  async function keys({ userId }: AccountSession) {
    const { data } = await client.rpc('second_factor_keys', { account: userId }).throwOnError()
    return {
      apps: data.filter(({ kind }) => kind === 'app'),
      known: data.filter(({ kind }) => kind === 'passkey'),
    }
  }

  async function add(who: AccountSession, factor: NewFactor): Promise<Added> {
    const codes = newRecoveryCodes()
    const { data: outcome } = await client
      .rpc('add_second_factor', {
        ...args(who),
        factor,
        recovery_code_hashes: codes.map((code) => hashRecoveryCode(who.userId, code)),
      })
      .throwOnError()
    return outcome === 'first' || outcome === 'added' ? { recoveryCodes: outcome === 'first' ? codes : null } : outcome
  }

  return {
    hasPasskeys: passkeys.isAvailable,
    async settings(who) {
      const { data } = await client.rpc('second_factor_settings', args(who)).throwOnError()
      const { factors, recovery_codes: recoveryCodes, can_change: canChange } = v.parse(settingsSchema, data)
      return { factors, recoveryCodes, canChange }
    },
    allowSetup: (who) => save(who, 'setup', 'password'),
    startApp: (who) => save(who, 'app', newAppKey()),
    async appKey(who, email) {
      const secret = await appSecret(who)
      return secret === null ? null : { secret, uri: appKeyUri(secret, email) }
    },
    async addApp(who, name, code) {
      const secret = await appSecret(who)
      if (!secret) {
        return 'expired'
      }
      const step = appCodeStep(secret, readAppCode(code))
      return step === null ? 'rejected' : add(who, { kind: 'app', name, secret, last_step: step })
    },
    async startPasskey(who, email) {
      const { known } = await keys(who)
      const options = await passkeys.registrationOptions(who.userId, email, known)
      await save(who, 'new_passkey', options.challenge)
      return JSON.stringify(options)
    },
    async addPasskey(who, name, response) {
      const challenge = await consume(who, 'new_passkey')
      if (!challenge) {
        return 'expired'
      }
      const passkey = await passkeys.register(challenge, response)
      return passkey ? add(who, { kind: 'passkey', name, ...passkey }) : 'rejected'
    },
    async rename(who, factor, name) {
      const { data } = await client.rpc('rename_second_factor', { ...args(who), factor, new_name: name }).throwOnError()
      return data
    },
    async remove(who, factor) {
      const { data } = await client.rpc('remove_second_factor', { ...args(who), factor }).throwOnError()
      return data
    },
    async replaceRecoveryCodes(who) {
      const codes = newRecoveryCodes()
      const hashes = codes.map((code) => hashRecoveryCode(who.userId, code))
      const { data } = await client.rpc('replace_recovery_codes', { ...args(who), hashes }).throwOnError()
      if (!data) {
        throw new Error('Could not replace the recovery codes: the account has no second factor')
      }
      return codes
    },
    async passkeyChallenge(who) {
      const { known } = await keys(who)
      if (known.length === 0) {
        return null
      }
      const options = await passkeys.signInOptions(known)
      await save(who, 'passkey', options.challenge)
      return JSON.stringify(options)
    },
    async verifyPasskey(who, response) {
      const challenge = await consume(who, 'passkey')
      const { known } = await keys(who)
      const verified = challenge && (await passkeys.verify(challenge, response, known))
      if (!verified) {
        return false
      }
      const { passkey, newCount } = verified
      const { data } = await client
        .rpc('accept_passkey', { ...args(who), factor: passkey.id, new_count: newCount })
        .throwOnError()
      return data
    },
    async verifyCode(who, input) {
      const recoveryCode = readRecoveryCode(input)
      if (recoveryCode) {
        const hash = hashRecoveryCode(who.userId, recoveryCode)
        const { data } = await client.rpc('accept_recovery_code', { ...args(who), hash }).throwOnError()
        return data ? 'ok' : 'no recovery code'
      }
      const { apps } = await keys(who)
      let isUsed = false
      for (const { id, secret } of apps) {
        const step = appCodeStep(secret, readAppCode(input))
        if (step !== null) {
          const { data } = await client.rpc('accept_app_code', { ...args(who), factor: id, step }).throwOnError()
          if (data) {
            return 'ok'
          }
          isUsed = true
        }
      }
      return isUsed ? 'used' : 'wrong'
    },
  }
}

/** Apps show a code as two groups of three. */
function readAppCode(input: string): string {
  return input.replaceAll(/\s/g, '')
}
