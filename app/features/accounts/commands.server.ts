import type { AuthError } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { backendContext, siteContext, visitorClient } from '../../platform/backend.server.ts'
import type { FieldErrors } from '../../platform/forms.server.ts'
import { mailToKnownAddress } from './known-address.server.ts'
import type { SignUp } from './schema.ts'

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }

/** Why signing in or up did not work: the server's message, as the toast says it (SPEC 8), and the reason at its field. */
export type Refusal = { message: string; errors: FieldErrors }

/** Signs in. Returns the session's tokens or the refusal; throws when the backend cannot be reached. */
export async function signInWith(
  context: Context,
  email: string,
  password: string,
): Promise<{ tokens: Tokens } | { refusal: Refusal }> {
  const { data, error } = await visitorClient(context).auth.signInWithPassword({ email, password })
  if (data.session) {
    return { tokens: data.session }
  }
  return { refusal: refusalOf(error) }
}

/**
 * Makes an account and has the confirmation mailed. An address that has one already gets the same answer and a mail that says so, so that
 * nobody can find out who is here. Throws when the backend cannot be reached.
 */
export async function signUpWith(
  context: Context,
  { email, password, ...metadata }: SignUp,
): Promise<{ refusal: Refusal | null }> {
  const site = context.get(siteContext)
  const { data, error } = await visitorClient(context).auth.signUp({
    email,
    password,
    options: { data: metadata, emailRedirectTo: `${site.url}/` },
  })
  if (error ? saysKnown(error, context.get(backendContext).kind) : data.user?.identities?.length === 0) {
    await resendConfirmation(context, email)
    mailToKnownAddress(site, email)
    return { refusal: null }
  }
  return { refusal: error ? refusalOf(error) : null }
}

/**
 * Has the confirmation mailed again, where an account waits for it. Whether one does is not said: the answer is the same for every address,
 * and when a mail went out a moment ago that one will do.
 */
export async function resendConfirmation(context: Context, email: string): Promise<void> {
  const { error } = await visitorClient(context).auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${context.get(siteContext).url}/` },
  })
  if (error && isNoAnswer(error)) {
    throw new Error('The backend did not answer', { cause: error })
  }
}

/** Ends the session on the backend. It may be gone already, or the backend away: the cookie goes in any case. */
export async function signOut(context: Context, accessToken: string): Promise<void> {
  await visitorClient(context)
    .auth.admin.signOut(accessToken, 'local')
    .catch(() => null)
}

/** The embedded backend answers 429 to a known address and never to a new one; a hosted one means its limit for everybody. */
function saysKnown(error: AuthError, kind: 'embedded' | 'hosted'): boolean {
  return (
    error.code === 'user_already_exists' ||
    error.code === 'email_exists' ||
    (kind === 'embedded' && error.code === 'over_email_send_rate_limit')
  )
}

/** The backend failed, or could not be reached at all: supabase-js then has no status, or 0. */
function isNoAnswer({ status }: AuthError): boolean {
  return !status || status >= 500
}

function refusalOf(error: AuthError | null): Refusal {
  if (!error || isNoAnswer(error)) {
    throw new Error('The backend did not answer', { cause: error })
  }
  switch (error.code) {
    case 'invalid_credentials':
      return {
        message: error.message,
        errors: { password: 'The address or the password is not right. Look for a capital letter or a space.' },
      }
    case 'email_not_confirmed':
      return {
        message: error.message,
        errors: { email: 'Confirm this address first: open the mail we sent to it and tap the button.' },
      }
    case 'weak_password':
      return { message: error.message, errors: { password: 'Use at least 8 characters; a short sentence works well.' } }
    case 'email_address_invalid':
      return { message: error.message, errors: { email: 'This address cannot receive mail. Check its spelling.' } }
    default:
      return { message: error.message, errors: {} }
  }
}

/** Has a link mailed with which a new password can be chosen, where there is such an account; which is not said. */
export async function mailNewPasswordLink(context: Context, email: string): Promise<void> {
  const { error } = await visitorClient(context).auth.resetPasswordForEmail(email, {
    redirectTo: `${context.get(siteContext).url}/`,
  })
  if (error && isNoAnswer(error)) {
    throw new Error('The backend did not answer', { cause: error })
  }
}

/**
 * Spends the token of such a link on a new password, signs in with it and ends every other session. Null when the token is spent already,
 * too old or none; a refusal when the backend finds the password too weak.
 */
export async function choosePassword(
  context: Context,
  tokenHash: string,
  password: string,
): Promise<{ tokens: Tokens } | { refusal: Refusal } | null> {
  const tokens = await spend(context, tokenHash, 'recovery')
  if (!tokens) {
    return null
  }
  const client = visitorClient(context)
  const { data } = await client.auth.setSession(tokens)
  const { error } = await client.auth.updateUser({ password })
  if (error) {
    return { refusal: refusalOf(error) }
  }
  await client.auth.admin.signOut(data.session?.access_token ?? tokens.access_token, 'others').catch(() => null)
  return { tokens: data.session ?? tokens }
}

/** Spends the token of a confirmation mail. Null when it is spent already, too old or no token at all. */
export function confirmAddress(context: Context, tokenHash: string): Promise<Tokens | null> {
  return spend(context, tokenHash, 'signup')
}

async function spend(context: Context, tokenHash: string, type: 'signup' | 'recovery'): Promise<Tokens | null> {
  if (!/^[\w-]{20,200}$/.test(tokenHash)) {
    return null
  }
  const { data, error } = await visitorClient(context).auth.verifyOtp({ token_hash: tokenHash, type })
  if (error && isNoAnswer(error)) {
    throw new Error('The backend did not answer', { cause: error })
  }
  return data.session
}
