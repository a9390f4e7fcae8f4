import type { RouterContextProvider } from 'react-router'
import { hashedOnItsWay } from '#functions/_shared/file-hash.ts'
import type { Entry } from '#app/platform/archives/zip.server.ts'
import { readPages } from '#app/platform/lists/pages.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { nameInArchive } from './archive-names.ts'

type Context = Readonly<RouterContextProvider>
type Row = Record<string, unknown>

/**
 * The number of works in one archive: even with the largest files, it remains below what every program can open (4
 * GiB).
 */
export const WORKS_IN_ONE = 60
const ROWS_AT_ONCE = 500
const BY_TIME = ['created_at', 'id'] as const
/**
 * Seconds until which the last file can be started: on a slow connection the earlier files may take hours, and a
 * session's token lasts minutes.
 */
const LINKS_LAST = 12 * 60 * 60

/**
 * Yields all data of a user as the files of an archive: the table rows in data.json, the avatar, and the works, sixty
 * per archive. `part` counts from 1. Each read is restricted both by row security and to this profile, so that an admin
 * too gets only their own data.
 * @throws if the backend fails half-way; the archive is then truncated, and every program detects it.
 */
export async function* archiveEntries(context: Context, user: CurrentUser, part: number): AsyncGenerator<Entry> {
  const now = new Date()
  const { data: profile } = await user.client.from('profiles').select('*').eq('user_id', user.userId).maybeSingle().throwOnError()
  const works = profile ? await getWorks(user, profile.id) : []
  const chosen = works.slice((part - 1) * WORKS_IN_ONE, part * WORKS_IN_ONE)
  // Sign the URLs before streaming starts; they stay valid for the whole download.
  const links = await linksTo(user, chosen)
  const removed = chosen.flatMap(({ title, file_name, file_removed_at }) =>
    file_removed_at ? [`${title} (${file_name}), removed on ${formatDay(file_removed_at)}`] : [],
  )
  const missing: string[] = []
  const others: string[] = []

  yield { name: 'read-me.txt', changed: now, content: [bytes(readMe)] }
  yield { name: 'data.json', changed: now, content: getData(user, profile, works) }

  const { fetch, url } = context.get(backendContext)
  if (part === 1) {
    const { data: pictures } = await user.client.storage.from('product-files').list('avatars', { search: user.userId })
    for (const picture of pictures ?? []) {
      const { name } = picture
      if (name.startsWith(`${user.userId}.`)) {
        const stored = await fetch(`${url}/storage/v1/object/public/product-files/avatars/${name}`)
        yield* getFile(stored, `picture.${name.slice(name.lastIndexOf('.') + 1)}`, now, missing)
      }
    }
  }
  for (const { file_path, file_sha256, file_in_archive, created_at } of chosen) {
    if (file_in_archive === null) {
      continue
    }
    const link = links.get(file_path)
    if (link) {
      const compared = (found: string) => {
        if (file_sha256 !== null && found !== file_sha256) {
          others.push(file_in_archive)
        }
      }
      yield* getFile(await fetch(link), file_in_archive, new Date(created_at), missing, compared)
    } else {
      missing.push(file_in_archive)
    }
  }
  const notIncluded = [
    { says: 'These works were rejected, and their files were removed on the day that we announced.', files: removed },
    { says: 'These files could not be found in the storage. Write to us about them.', files: missing },
  ].filter(({ files }) => files.length > 0)
  if (notIncluded.length > 0) {
    const text = notIncluded.map(({ says, files }) => `${says}\n\n${files.join('\n')}\n`).join('\n')
    yield { name: 'not-included.txt', changed: now, content: [bytes(text)] }
  }
  if (others.length > 0) {
    const text = `These files are stored under your works, but they are not the files that you sent. Write to us about them.\n\n${others.join('\n')}\n`
    yield { name: 'not-as-sent.txt', changed: now, content: [bytes(text)] }
  }
}

const readMe = `What Lamplight keeps of you.

data.json   your account, profile, bank details, uploads, your part in the works on sale, each sale of them with
            your share, your payouts, comments, topic requests, reports, the works you saved, what you
            agreed to, what you bought here with your email address, what you
            want to be told of, your consent to newsletters, and the notes of
            admins about you
picture.*   your profile picture, if you have one
works/      the files you sent in, but for those of rejected works that were removed since

The address on which each file was sent is in data.json (file_path). Your password is not here: nobody can read it.
`

type Work = Row & {
  id: string
  title: string
  created_at: string
  file_name: string
  file_path: string
  file_sha256: string | null
  file_removed_at: string | null
  /** Null if the file was removed. */
  file_in_archive: string | null
}

/**
 * Returns every upload, oldest first, with the location of its file. One student uploads few works, so their rows fit
 * in memory.
 */
async function getWorks(user: CurrentUser, profileId: string): Promise<Work[]> {
  const works: Work[] = []
  for await (const rows of readPages(() => user.client.from('material_uploads').select('*').eq('user_id', profileId), BY_TIME)) {
    for (const row of rows) {
      const at = works.length
      works.push({
        ...row,
        file_in_archive: row.file_removed_at ? null : `works/${nameInArchive(at + 1, row.file_name)}`,
        ...(at < WORKS_IN_ONE ? {} : { archive: Math.floor(at / WORKS_IN_ONE) + 1 }),
      })
    }
  }
  return works
}

/** Returns signed URLs for the files of these works, by path; none for removed or missing files. */
async function linksTo(user: CurrentUser, works: Work[]): Promise<Map<string, string>> {
  const paths = works.flatMap(({ file_path, file_in_archive }) => (file_in_archive === null ? [] : [file_path]))
  if (paths.length === 0) {
    return new Map()
  }
  const { data, error } = await user.client.storage.from('material-uploads').createSignedUrls(paths, LINKS_LAST)
  if (error) {
    throw new Error('Could not sign the URLs of the files', { cause: error })
  }
  return new Map(
    data.flatMap(({ signedUrl, error: none }, at): [string, string][] =>
      none || !signedUrl ? [] : [[paths[at] ?? '', signedUrl]],
    ),
  )
}

/** Yields a stored file. `hashed` receives its SHA-256 after the last byte. */
async function* getFile(
  stored: Response,
  name: string,
  changed: Date,
  missing: string[],
  hashed?: (sha256: string) => void,
): AsyncGenerator<Entry> {
  if (stored.ok && stored.body) {
    yield { name, changed, content: hashed ? hashedOnItsWay(stored.body, hashed) : stored.body }
    return
  }
  await stored.body?.cancel()
  if (stored.status >= 500) {
    throw new Error(`Could not read a stored file: status ${stored.status}`)
  }
  missing.push(name)
}

/** Yields data.json, a page of rows at a time. */
async function* getData(user: CurrentUser, profile: (Row & { id: string }) | null, works: Work[]): AsyncGenerator<Uint8Array> {
  yield bytes(`{\n"account": ${JSON.stringify({ id: user.userId, email: user.email })},\n"profile": ${JSON.stringify(profile)}`)
  if (profile) {
    const { client } = user
    const bank = await client.from('profiles_bank_details').select('*').eq('profile_id', profile.id).maybeSingle().throwOnError()
    yield bytes(`,\n"bank_details": ${JSON.stringify(bank.data)},\n"uploads": ${JSON.stringify(works)}`)
    yield* getList('shares', () => client.from('material_shares').select('*').eq('profile_id', profile.id), [
      'created_at',
      'material_id',
    ])
    yield* getList(
      'class_reps',
      () => client.from('class_reps').select('profile_id, code, agreed_at, stopped_at, stop_reason').eq('profile_id', profile.id),
      ['agreed_at', 'profile_id'],
    )
    yield* getList('class_rep_shares', () => client.from('class_rep_shares').select('*').eq('profile_id', profile.id), [
      'valid_from',
      'profile_id',
    ])
    yield* getList('discount_codes', () => client.from('discount_codes').select('*').eq('profile_id', profile.id), [
      'created_at',
      'id',
    ])
    yield* getList(
      'sales',
      () =>
        client
          .from('sales')
          .select(
            'id, material_id, title, gross_kobo, fee_kobo, share_basis, share_percent, share_kobo, paid_at, clears_at, written_at, is_sample',
          )
          .eq('profile_id', profile.id),
      ['written_at', 'id'],
    )
    yield* getList(
      'book_entries',
      () =>
        client.from('book_entries').select('id, transaction_id, account, amount_kobo, created_at').eq('profile_id', profile.id),
      ['transaction_id', 'id'],
    )
    yield* getList(
      'refunds',
      () =>
        client
          .from('refunds')
          .select('id, sale_id, amount_kobo, share_back_kobo, in_time, written_at, is_sample, sales!inner ()')
          .eq('sales.profile_id', profile.id),
      ['written_at', 'id'],
    )
    // Matches the page of earnings: the reason for each statement line, and its state.
    yield* listed('statement', statementPages(user))
    yield* getList('payouts', () =>
      client
        .from('payouts')
        .select('id, amount_kobo, is_sample, created_at, payout_steps (step, note, done_at)')
        .eq('profile_id', profile.id),
    )
    yield* getList('payout_holds', () =>
      client.from('payout_holds').select('id, payout_id, reason, lifted_at, created_at').eq('profile_id', profile.id),
    )
    yield* getList('account_checks', () => client.from('account_checks').select('*').eq('profile_id', profile.id), [
      'asked_at',
      'id',
    ])
    yield* getList('topic_requests', () => client.from('topic_requests').select('*').eq('user_id', profile.id))
    yield* getList('saved_works', () => client.from('saved_works').select('material_id, saved_at').eq('profile_id', profile.id), [
      'saved_at',
      'material_id',
    ])
    yield* getList('messages_of_reviews', () =>
      client
        .from('upload_messages')
        .select('id, upload_id, from_reviewer, body, created_at, material_uploads!inner ()')
        .eq('material_uploads.user_id', profile.id),
    )
    yield* getList('comments', () => client.from('material_comments').select('*').eq('profile_id', profile.id))
    yield* getList('reports', () =>
      client
        .from('reports')
        .select('id, material_id, comment_id, reason, words, outcome, settled_at, created_at')
        .eq('profile_id', profile.id),
    )
    yield* getList('consents', () => client.from('consents').select('*').eq('profile_id', profile.id))
  }
  yield* listed('orders', orderPages(user))
  yield* listed('alerts', alertPages(user))
  yield* listed('newsletter_consents', consentPages(user))
  yield* listed('notes_of_admins', notePages(user))
  yield bytes('\n}\n')
}

/** Yields the orders of the user's confirmed address, a page at a time, oldest first, without access tokens. */
async function* orderPages({ client }: CurrentUser): AsyncGenerator<Row[]> {
  let after: { created_at: string; id: string } | null = null
  for (;;) {
    const { data }: { data: { created_at: string; id: string }[] } = await client
      .rpc('own_order_records', { ...(after ? { after_at: after.created_at, after_id: after.id } : {}), max_rows: ROWS_AT_ONCE })
      .throwOnError()
    yield data
    after = data.at(-1) ?? null
    if (data.length < ROWS_AT_ONCE) {
      return
    }
  }
}

/** Yields the alerts of the user's confirmed address, in one page. */
async function* alertPages({ client }: CurrentUser): AsyncGenerator<Row[]> {
  const { data } = await client.rpc('own_alerts').throwOnError()
  yield data
}

/** Yields the consents to newsletters of the user's confirmed address, in one page. */
async function* consentPages({ client }: CurrentUser): AsyncGenerator<Row[]> {
  const { data } = await client.rpc('own_newsletter_consents').throwOnError()
  yield data
}

/** Yields the notes of admins about the user, in one page. */
async function* notePages({ client }: CurrentUser): AsyncGenerator<Row[]> {
  const { data } = await client.rpc('own_person_notes').throwOnError()
  yield data
}

/** Yields the lines of the user's own statement, a page at a time, last first. */
async function* statementPages({ client }: CurrentUser): AsyncGenerator<Row[]> {
  let before: number | null = null
  for (;;) {
    const { data }: { data: { id: number }[] } = await client
      .rpc('own_statement', { ...(before === null ? {} : { before }), max_rows: ROWS_AT_ONCE })
      .throwOnError()
    yield data
    before = data.at(-1)?.id ?? null
    if (data.length < ROWS_AT_ONCE) {
      return
    }
  }
}

function getList(
  name: string,
  query: Parameters<typeof readPages<Row>>[0],
  order: readonly [string, string] = BY_TIME,
): AsyncGenerator<Uint8Array> {
  return listed(name, readPages(query, order))
}

async function* listed(name: string, all: AsyncIterable<Row[]>): AsyncGenerator<Uint8Array> {
  yield bytes(`,\n"${name}": [`)
  let first = true
  for await (const rows of all) {
    for (const row of rows) {
      yield bytes(`${first ? '' : ','}\n${JSON.stringify(row)}`)
      first = false
    }
  }
  yield bytes('\n]')
}

const encoder = new TextEncoder()
const bytes = (text: string): Uint8Array => encoder.encode(text)
