import type { CurrentUser } from '#app/platform/session/session.server.ts'

type Client = Pick<CurrentUser, 'client'>

/** Makes the user a class rep, who agrees to the terms by it. Returns false if an admin stopped their link. */
export async function becomeClassRep({ client }: Client): Promise<boolean> {
  const { data } = await client.rpc('become_class_rep').throwOnError()
  return data !== null
}

/** Stops the user's own link: later sales give no share. */
export async function stopOwnLink({ client }: Client): Promise<void> {
  await client.rpc('stop_own_class_link').throwOnError()
}

/** Stops the link of a class rep, who reads the reason. Returns false if an admin stopped it before. */
export async function stopClassRep({ client }: Client, student: string, reason: string): Promise<boolean> {
  const { data } = await client.rpc('stop_class_rep', { student, reason }).throwOnError()
  return data
}

/** Lets a stopped link work again. Returns false if it was not stopped. */
export async function restartClassRep({ client }: Client, student: string): Promise<boolean> {
  const { data } = await client.rpc('restart_class_rep', { student }).throwOnError()
  return data
}

/** Changes the share of a class rep, in percent of the price, from a day in Lagos on, today or later. */
export async function agreeShare({ client }: Client, student: string, percent: number, day: string): Promise<void> {
  await client.rpc('agree_class_rep_share', { student, percent, first_day: day }).throwOnError()
}
