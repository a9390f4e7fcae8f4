import { randomBytes } from 'node:crypto'
import { type AuthError, isAuthApiError, isAuthWeakPasswordError, type Session } from '@supabase/supabase-js'
import type { RouterContextProvider } from 'react-router'
import { authClient, userClient, visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { FieldErrors } from '#app/platform/forms/form.server.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { returnPath, storedReturnPath } from '#app/platform/session/return-path.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { asSentence } from '#app/platform/text/strings.ts'
import { privacyVersion } from '../texts/privacy.ts'
import { CONFIRM_FIRST } from './auth-forms.tsx'
import { type KnownToUser, passwordWeakness } from './guessed-passwords.server.ts'
import type { Claim, SignUp } from './schema.ts'

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }

/** The reason why signing in or up failed: the server's message for the toast (SPEC 8), and the error at its field. */
export type Rejection = { message: string; errors: FieldErrors }

/** Signs in. Returns the session's tokens or the rejection. Throws if the backend is unreachable. */
export async function signInWith(
  context: Context,
  email: string,
  password: string,
): Promise<{ tokens: Tokens } | { rejection: Rejection }> {
  const { data, error } = await authClient(context).auth.signInWithPassword({ email, password })
  if (!data.session) {
    return { rejection: rejectionFrom(error) }
  }
  const { data: block } = await userClient(context, data.session.access_token).rpc('own_block').throwOnError()
  return block === null ? { tokens: data.session } : { rejection: describeBlock(block) }
}

function describeBlock(reason: string): Rejection {
  const message = `We have blocked this account: ${asSentence(reason)} Write to us if you think that this is a mistake.`
  return { message, errors: { email: message } }
}

/** Returns the user_type of the user who has just signed in. Throws if the backend failed. */
export async function signedInUserType(context: Context, accessToken: string): Promise<string | null> {
  const { data: user } = await authClient(context).auth.getUser(accessToken)
  const { data } = await userClient(context, accessToken)
    .from('profiles')
    .select('user_type')
    .eq('user_id', user.user?.id ?? '')
    .maybeSingle()
    .throwOnError()
  return data?.user_type ?? null
}

/** Rejects a password that is too easy to guess for this user; null if it is acceptable. */
export async function rejectGuessedPassword(password: string, user: KnownToUser): Promise<Rejection | null> {
  const reason = await passwordWeakness(password, user)
  return reason ? { message: 'This password is too easy to guess.', errors: { password: reason } } : null
}

/**
 * Creates an account; the backend sends the confirmation email. An address that already has an account gets the same
 * response and an email that says so, so that accounts cannot be enumerated. Throws if the backend is unreachable.
 * @param next the page that the guest came from; the confirmation leads back to it, on any device.
 */
export async function signUpWith(
  context: Context,
  { email, password, ...metadata }: SignUp,
  next: string | null,
): Promise<{ rejection: Rejection | null }> {
  const site = context.get(siteContext)
  const stored = storedReturnPath(next)
  const { data, error } = await authClient(context).auth.signUp({
    email,
    password,
    options: {
      data: { ...metadata, privacy_version: privacyVersion, ...(stored && { next: stored }) },
      emailRedirectTo: `${site.url}/`,
    },
  })
  if (error ? revealsAccount(error) : data.user?.identities?.length === 0) {
    await resendConfirmation(context, email)
    await notifyKnownAddress(context, email)
    return { rejection: null }
  }
  return { rejection: error ? rejectionFrom(error) : null }
}

/** Emails the owner of an existing account that someone tried to sign up with their address. At most once an hour. */
async function notifyKnownAddress(context: Context, address: string): Promise<void> {
  await visitorClient(context)
    .rpc('email_account_exists', { address })
    .throwOnError()
    .then(null, orLog('Could not email the owner of an existing account', null))
}

/**
 * Resends the confirmation email if an unconfirmed account exists. The response is the same for every address, even if
 * an email was sent a moment ago.
 */
export async function resendConfirmation(context: Context, email: string): Promise<void> {
  const { error } = await authClient(context).auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: `${context.get(siteContext).url}/` },
  })
  if (error && isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
}

/**
 * Ends the user's sessions on the backend: all (SPEC 7: a plain sign-out), all but this one, or only this one.
 * @returns true if they have ended, also when the backend no longer knows the session; otherwise the failure is logged.
 */
export async function endSessions(context: Context, accessToken: string, which: 'global' | 'local' | 'others'): Promise<boolean> {
  const { error } = await authClient(context).auth.admin.signOut(accessToken, which)
  if (!error || (isAuthApiError(error) && [401, 403, 404].includes(error.status))) {
    return true
  }
  logFailure(`Could not end sessions (${which})`, error)
  return false
}

/**
 * Returns true if the error reveals that the address has an account: the backend says so, or it asks for a pause for
 * this address because it has just sent it an email. A general limit does not reveal it.
 */
function revealsAccount({ code, message }: AuthError): boolean {
  return (
    code === 'user_already_exists' ||
    code === 'email_exists' ||
    (code === 'over_email_send_rate_limit' && /after \d+ seconds/.test(message))
  )
}

/** Returns true if the backend failed or is unreachable: supabase-js then reports no status, or 0. */
function isUnreachable({ status }: AuthError): boolean {
  return !status || status >= 500
}

function rejectionFrom(error: AuthError | null): Rejection {
  if (!error || isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
  switch (error.code) {
    case 'invalid_credentials':
      return {
        message: error.message,
        errors: { password: 'The email or the password is wrong. Check for a capital letter or an extra space.' },
      }
    case 'email_not_confirmed':
      return {
        message: error.message,
        errors: { email: CONFIRM_FIRST },
      }
    case 'weak_password':
      return { message: error.message, errors: { password: strongerPasswordAdvice(error) } }
    case 'same_password':
      return { message: error.message, errors: { password: 'That is your current password. Choose another.' } }
    case 'email_address_invalid':
      return { message: error.message, errors: { email: 'This address cannot receive email. Check its spelling.' } }
    default:
      return { message: error.message, errors: {} }
  }
}

/** Emails a link for a new password if the account exists. The response does not reveal whether it does. */
export async function emailNewPasswordLink(context: Context, email: string): Promise<void> {
  const { error } = await authClient(context).auth.resetPasswordForEmail(email, {
    redirectTo: `${context.get(siteContext).url}/`,
  })
  if (error && isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
}

/** Returns advice for a password that the backend finds weak (SPEC 5): one step for each of its reasons. */
function strongerPasswordAdvice(error: AuthError): string {
  const reasons = isAuthWeakPasswordError(error) ? error.reasons : []
  const steps: Record<string, string> = {
    length: 'Use at least 8 characters; a short sentence works well.',
    characters: 'Mix small letters, capital letters, digits and signs such as ! or ?.',
    pwned: 'It is on a list of stolen passwords. Choose one that you use nowhere else.',
  }
  return reasons.flatMap((reason) => steps[reason] ?? []).join(' ') || 'Choose a longer password; a short sentence works well.'
}

/**
 * Redeems the token of a link for a new password; null if it is used, expired or invalid. `isNew`: the address was not
 * confirmed when the link was requested.
 */
export async function openRecovery(context: Context, tokenHash: string): Promise<{ tokens: Tokens; isNew: boolean } | null> {
  const session = (await verify(context, tokenHash, 'recovery'))?.session
  if (!session) {
    return null
  }
  const { email_confirmed_at: confirmed = '', recovery_sent_at: requested = '' } = session.user
  // A time that cannot be read counts as new: then the reader enters their name again.
  const wasConfirmed = Date.parse(confirmed) <= Date.parse(requested)
  return { tokens: session, isNew: !wasConfirmed }
}

/**
 * Sets a new password in the session that such a link opened; the backend then ends all other sessions. Returns a
 * rejection if the password is too easy to guess, too weak for the backend, or the same as before; the session can be
 * used for another attempt. Null if the session has ended.
 * @param unsure the response to an earlier attempt in this session was lost. If the backend then says "same as before",
 * that attempt succeeded.
 * @throws if the backend did not respond; the session can still be used.
 */
export async function choosePassword(
  context: Context,
  opened: Tokens,
  password: string,
  { unsure = false } = {},
): Promise<{ tokens: Tokens } | { rejection: Rejection } | null> {
  const client = authClient(context)
  const session = await resumeSession(client, opened)
  if (!session) {
    return null
  }
  const guessed = await rejectGuessedPassword(password, await getKnownDetails(context, session))
  if (guessed) {
    return { rejection: guessed }
  }
  const { error } = await client.auth.updateUser({ password })
  if (error && unsure && error.code === 'same_password') {
    // The earlier attempt set the password, but may have been cut off before it ended the other sessions.
    await endSessions(context, session.access_token, 'others')
    return { tokens: session }
  }
  return error ? { rejection: rejectionFrom(error) } : { tokens: session }
}

/** Sets the session of an opened link; null if it has ended. Throws if the backend did not respond. */
async function resumeSession(client: ReturnType<typeof authClient>, opened: Tokens): Promise<Session | null> {
  const { data, error } = await client.auth.setSession(opened)
  if (error && isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
  return data.session
}

/**
 * Binds an account to the reader of its first email. Anyone can have signed up with their address before, and the
 * backend keeps the password and the names of that first sign-up. Here the reader's password becomes the account's,
 * and all other sessions end. If it is another password than at the first sign-up, its names are removed too: the
 * reader enters their own (`claimAccount`).
 * @param mayMatch false if the password cannot prove who signed up.
 * @returns null if the session of the link has ended.
 * @throws if the backend failed; then call it again without `mayMatch`.
 */
export async function bindAccount(
  context: Context,
  opened: Tokens,
  password: string,
  mayMatch: boolean,
): Promise<{ tokens: Tokens; matches: boolean } | null> {
  const client = authClient(context)
  const session = await resumeSession(client, opened)
  if (!session) {
    return null
  }
  const { error } = await client.auth.updateUser({ password })
  if (error && isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
  if (error?.code === 'same_password' && mayMatch) {
    await endSessions(context, session.access_token, 'others')
    return { tokens: session, matches: true }
  }
  if (error && error.code !== 'same_password') {
    // The backend refuses this password, but the one of the first sign-up must not remain valid.
    const replaced = await client.auth.updateUser({ password: `Aa1!${randomBytes(32).toString('base64url')}` })
    if (replaced.error) {
      throw new Error('Could not replace the password of the first sign-up', { cause: replaced.error })
    }
  }
  await userClient(context, session.access_token)
    .from('profiles')
    .update({ first_name: '', last_name: '', Institition: null, year_of_study: null })
    .eq('user_id', session.user.id)
    .throwOnError()
  return { tokens: session, matches: false }
}

/** Saves the names and the password of a user whose account had those of someone else. Returns like `choosePassword`. */
export async function claimAccount(
  context: Context,
  opened: Tokens,
  { password, first_name, last_name, institution_of_study }: Claim,
): ReturnType<typeof choosePassword> {
  const session = await resumeSession(authClient(context), opened)
  if (!session) {
    return null
  }
  await userClient(context, session.access_token)
    .from('profiles')
    .update({ first_name, last_name, Institition: institution_of_study })
    .eq('user_id', session.user.id)
    .throwOnError()
  // The password of the first form may be entered again.
  return choosePassword(context, session, password, { unsure: true })
}

/** Returns the public details of the session's user, for the guessing check. Throws if the backend did not respond. */
async function getKnownDetails(context: Context, { access_token, user }: Session): Promise<KnownToUser> {
  const { data } = await userClient(context, access_token)
    .from('profiles')
    .select('first_name, last_name')
    .eq('user_id', user.id)
    .maybeSingle()
    .throwOnError()
  return { email: user.email ?? '', firstName: data?.first_name ?? '', lastName: data?.last_name ?? '' }
}

const wrongPassword = 'This is not your current password. Check for a capital letter or an extra space.'

/**
 * Returns the field's error for a wrong current password, in our words, because the server's message is about signing
 * in.
 */
function wrongPasswordRejection({ message, errors }: Rejection, field: string): { rejection: Rejection } {
  return errors.password
    ? { rejection: { message: 'The password is wrong.', errors: { [field]: wrongPassword } } }
    : { rejection: { message, errors: { [field]: message } } }
}

/**
 * Changes the password after checking the current one; the backend then ends all other sessions. The errors are at
 * present_password and new_password. Throws if the backend is unreachable.
 */
export async function changePassword(
  context: Context,
  address: string,
  present: string,
  wanted: string,
): Promise<{ tokens: Tokens } | { rejection: Rejection }> {
  const signedIn = await signInWith(context, address, present)
  if ('rejection' in signedIn) {
    return wrongPasswordRejection(signedIn.rejection, 'present_password')
  }
  const chosen = await choosePassword(context, signedIn.tokens, wanted)
  if (!chosen) {
    throw new Error('Could not change the password: the session ended')
  }
  if ('tokens' in chosen) {
    return chosen
  }
  await endSessions(context, signedIn.tokens.access_token, 'local')
  const { message, errors } = chosen.rejection
  return { rejection: { message, errors: errors.password ? { new_password: errors.password } : {} } }
}

/**
 * Emails both addresses to confirm a change of email, after checking the password. If the new address has an account,
 * it gets an email that says so, and the response here is the same. The errors are at email and email_password. Throws
 * if the backend is unreachable.
 */
export async function changeEmail(
  context: Context,
  address: string,
  password: string,
  wanted: string,
): Promise<{ rejection: Rejection | null }> {
  const signedIn = await signInWith(context, address, password)
  if ('rejection' in signedIn) {
    return wrongPasswordRejection(signedIn.rejection, 'email_password')
  }
  const client = authClient(context)
  await client.auth.setSession(signedIn.tokens)
  const { error } = await client.auth.updateUser({ email: wanted })
  await endSessions(context, signedIn.tokens.access_token, 'local')
  if (error?.code === 'email_exists') {
    await notifyKnownAddress(context, wanted)
    return { rejection: null }
  }
  if (error?.code === 'over_email_send_rate_limit') {
    return {
      rejection: {
        message: 'We sent an email less than a minute ago. Look for it first.',
        errors: { email: 'We sent an email less than a minute ago. Look for it first, or try again in a minute.' },
      },
    }
  }
  return { rejection: error ? rejectionFrom(error) : null }
}

/**
 * Deletes the signed-in user's account and all personal data after checking the password; the files are removed soon
 * after. The error is at password; `second factor` if it must be verified again first. Throws if the backend failed;
 * then nothing is deleted.
 */
export async function deleteAccount(
  context: Context,
  address: string,
  password: string,
  user: CurrentUser,
  forfeitedKobo: number | null = null,
): Promise<{ rejection: Rejection | 'second factor' | null }> {
  const signedIn = await signInWith(context, address, password)
  if ('rejection' in signedIn) {
    return wrongPasswordRejection(signedIn.rejection, 'password')
  }
  const client = userClient(context, signedIn.tokens.access_token)
  const { data: state } = await client.rpc('second_factor_state').throwOnError()
  // The new session has not verified the second factor.
  const { error } = await (state === 'none' ? client : user.client).rpc(
    'delete_my_account',
    forfeitedKobo === null ? {} : { gives_up_kobo: forfeitedKobo },
  )
  if (!error) {
    return { rejection: null }
  }
  await endSessions(context, signedIn.tokens.access_token, 'local')
  if (error.hint === 'sign_in_again' && state !== 'none') {
    return { rejection: 'second factor' }
  }
  if (error.hint === 'admin') {
    return { rejection: { message: 'Make another user an admin first.', errors: {} } }
  }
  if (error.hint === 'money_owed') {
    return { rejection: { message: 'What we owe you has changed. Check it again, then delete the account.', errors: {} } }
  }
  if (error.hint === 'payout_on_its_way') {
    return { rejection: { message: 'A payout is on its way to you. Wait until the bank has answered.', errors: {} } }
  }
  throw new Error('Could not delete the account', { cause: error })
}

/**
 * Redeems the token of a confirmation email; null if it is used, expired or invalid. `next`: the page that the guest
 * came from when signing up, if any.
 */
export async function confirmAddress(
  context: Context,
  tokenHash: string,
): Promise<{ tokens: Tokens; next: string | null } | null> {
  const response = await verify(context, tokenHash, 'signup')
  const next: unknown = response?.user?.user_metadata.next
  return response?.session ? { tokens: response.session, next: typeof next === 'string' ? returnPath(next) : null } : null
}

/**
 * Redeems the link that one of the two addresses received. `moved` if both are used, with the account and a session.
 * Null if the link is used, expired or invalid, or if the new address has an account by now.
 */
export async function confirmMove(
  context: Context,
  tokenHash: string,
): Promise<{ moved: false } | { moved: true; userId: string; tokens: Tokens } | null> {
  const response = await verify(context, tokenHash, 'email_change')
  if (!response) {
    return null
  }
  const { session, user } = response
  return session && user ? { moved: true, userId: user.id, tokens: session } : { moved: false }
}

async function verify(context: Context, tokenHash: string, type: 'signup' | 'recovery' | 'email_change') {
  if (!/^[\w-]{20,200}$/.test(tokenHash)) {
    return null
  }
  const { data, error } = await authClient(context).auth.verifyOtp({ token_hash: tokenHash, type })
  if (error && isUnreachable(error)) {
    throw new Error('Could not reach the backend', { cause: error })
  }
  return error ? null : data
}
