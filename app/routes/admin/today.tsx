import type { ReactNode } from 'react'
import { data, Form, Link, redirect } from 'react-router'
import { decideComment } from '../../features/comments/room.server.ts'
import { answer, sentences } from '../../features/console/answers.ts'
import { markOf } from '../../features/comments/words.ts'
import { operatorOf } from '../../features/console/operator.server.ts'
import { backupDue } from '../../features/today/backup-due.server.ts'
import { type DueNow, dueNow, retryCopy, retryMail } from '../../features/today/queries.server.ts'
import { raiseUploadYear, uploadYear } from '../../features/uploads/upload-year.server.ts'
import { forgetMaterials } from '../../features/materials/forget.server.ts'
import { purchaseLinkForm, putOnSale } from '../../features/materials/purchase-link.server.ts'
import { liftHold, noteRefundSettled } from '../../features/money/commands.server.ts'
import { differenceInWords, whatToDo } from '../../features/money/differences.ts'
import { transferDue } from '../../features/money/transfer-words.ts'
import { Reported, SettleButtons } from '../../features/reports/reported.tsx'
import { dueDisputes } from '../../features/disputes/words.ts'
import { dueInWords } from '../../features/orders/room-words.ts'
import { settleReports } from '../../features/reports/room.server.ts'
import { outcomes, reasonInWords } from '../../features/reports/words.ts'
import { DueBadge } from '../../features/reviews/due-badge.tsx'
import { reviewDue } from '../../features/uploads/review-due.ts'
import { publicHolidays } from '../../features/uploads/shown-uploads.server.ts'
import { siteContext, visitorClient } from '../../platform/process/backend.server.ts'
import { noteFailure, noted } from '../../platform/process/failures.server.ts'
import { dayInLagos, formatDay, formatMoment, greetingAt } from '../../platform/text/dates.ts'
import { checkForm, readForm, typedIn } from '../../platform/forms/form.server.ts'
import { looksLikeUuid } from '../../platform/pages/keys.ts'
import { formatKobo, formatPrice } from '../../platform/text/money.ts'
import { pageMeta } from '../../platform/pages/page-meta.ts'
import { toastCookie } from '../../platform/session/toast.server.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Route } from './+types/today'

export { keepWhatWasTyped as clientAction } from '../../features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const operator = operatorOf(context)
  const now = new Date()
  const [due, year, holidays, backup] = await Promise.all([
    dueNow(operator).catch(noted('What is due could not be read', null)),
    uploadYear(operator, now).catch(noted('The last year of uploads could not be read', null)),
    publicHolidays(visitorClient(context)),
    backupDue(context.get(siteContext), now).catch(noted('When the last backup was made could not be read', { last: null })),
  ])
  const disk = context.get(siteContext).databaseDisk?.()
  return {
    fullDisk: disk?.isFull ? { freeMegabytes: Math.floor(disk.freeBytes / 1024 / 1024) } : null,
    greeting: greetingAt(now),
    today: dayInLagos(now),
    due: due && {
      ...due,
      reviews: {
        ...due.reviews,
        rows: due.reviews.rows.map((row) => ({ ...row, due: reviewDue(row.waiting_since, holidays) })),
      },
    },
    year: year?.outOfDate ? year : null,
    backup,
  }
}

/** Each thing that is one tap from done: `intent` says which, `id` of what. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = operatorOf(context)
  const form = await readForm(request)
  const typed = typedIn(form)
  const { intent = '', id = '' } = typed
  const refuse = (text: string, status: number, errors: Record<string, string> = {}) =>
    data(answer(text, { typed, errors }), { status })
  const done = (title: string, text?: string, undo?: string) =>
    redirect('/admin', { status: 303, headers: { 'set-cookie': toastCookie(context, { title, text, kind: 'good', undo }) } })
  const gone = () => refuse('Somebody else did this already.', 409)
  if (intent !== 'year' && !looksLikeUuid(id)) {
    return refuse(sentences.gone, 400)
  }
  try {
    switch (intent) {
      case 'link': {
        const { values, errors } = checkForm(purchaseLinkForm, Object.fromEntries(form))
        if (errors) {
          return refuse(sentences.fields, 400, errors)
        }
        const isOnSale = await putOnSale(operator, id, values.selar_link)
        forgetMaterials()
        return isOnSale ? done('On sale', 'The student is mailed.') : gone()
      }
      case 'show':
      case 'decline':
        return (await decideComment(operator, id, intent === 'show' ? 'shown' : 'declined'))
          ? done(intent === 'show' ? 'The comment is shown' : 'Declined')
          : gone()
      case 'declined':
      case 'dealt_with':
      case 'nothing_to_do': {
        if (Number.isNaN(Date.parse(typed.seen ?? ''))) {
          return refuse(sentences.gone, 400)
        }
        return (await settleReports(operator, id, typed.seen ?? '', intent)) === 'ok'
          ? done(outcomes[intent], undefined, `/admin/people/reports?of=${id}`)
          : gone()
      }
      case 'send_again':
        return (await liftHold(operator, id)) ? done('It goes with the next run') : gone()
      case 'refund_settled':
        return (await noteRefundSettled(operator, id)) === 'ok' ? done('The buyer has the refund') : gone()
      case 'copy':
        return (await retryCopy(operator, id))
          ? done('The copy is made')
          : refuse('The drive did not take it. It is tried again by itself.', 502)
      case 'mail':
        return (await retryMail(operator, id)) ? done('It is tried again') : gone()
      case 'year':
        return done(`Works of ${await raiseUploadYear(operator, new Date())} are taken now`)
      default:
        return refuse(sentences.fields, 400)
    }
  } catch (error) {
    noteFailure(`Something on Today (${intent}) failed`, error)
    return refuse(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Today', description: 'The console.', index: false })

export default function Today({
  loaderData: { greeting, today, due, year, backup, fullDisk },
  actionData,
}: Route.ComponentProps) {
  if (!due) {
    return (
      <section className="stack room">
        <h1>{greeting}</h1>
        <EmptyState title="What is due could not be read just now." hint="Nothing is lost; only the list is missing.">
          <a className="btn" href="/admin">
            Try again
          </a>
        </EmptyState>
      </section>
    )
  }
  const all = Object.values(due).reduce((sum, { count }) => sum + count, (year ? 1 : 0) + (backup ? 1 : 0) + (fullDisk ? 1 : 0))
  return (
    <section className="stack room today">
      <div>
        <h1>{greeting}</h1>
        <p className="soft">{all === 0 ? 'Nothing is due.' : all === 1 ? 'One thing is due.' : `${all} things are due.`}</p>
      </div>
      {all === 0 && <EmptyState title="Nothing is due." hint="What comes in shows here, in the order it is due." />}
      {actionData && (
        <p className="note stop" role="alert">
          {actionData.text}
        </p>
      )}
      {fullDisk && (
        <section className="stack" aria-labelledby="full-disk">
          <h2 id="full-disk">The disk is full</h2>
          <ul className="lines">
            <li data-row>
              <div>
                <p>Only {fullDisk.freeMegabytes} MB are free, so changes are refused and background jobs are paused.</p>
                <p className="small soft">
                  Free space on the disk of DATA_DIR, or make the disk larger. Everything resumes automatically, without a
                  restart.
                </p>
              </div>
            </li>
          </ul>
        </section>
      )}
      {backup && (
        <section className="stack" aria-labelledby="backup-due">
          <h2 id="backup-due">No recent backup</h2>
          <ul className="lines">
            <li data-row>
              <div>
                <p>{backup.last ? `The last good backup was made on ${formatDay(backup.last)}.` : 'There is no backup yet.'}</p>
                <p className="small soft">
                  One is due each night. The log says why it failed: look for lines with &ldquo;backups:&rdquo;.
                </p>
              </div>
            </li>
          </ul>
        </section>
      )}
      <Kind title="To review" of={due.reviews} more="/admin/reviews">
        {(row) => (
          <li key={row.id} data-row>
            <Name to={`/admin/reviews/${row.id}`} name={row.title} facts={row.student || 'A student'} />
            <div className="row aside">
              <DueBadge due={row.due} today={today} />
            </div>
          </li>
        )}
      </Kind>
      <Kind title="Waiting for their link" of={due.links} more="/admin/reviews?show=approved">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/reviews/${row.upload_id}`}
              name={row.title}
              facts={`${formatPrice(row.price)} · approved ${formatDay(row.since)}`}
            />
            <div className="row aside">
              <a className="btn" href={`/admin/reviews/${row.upload_id}/selar-pack`} download>
                Selar pack
              </a>
            </div>
            <LinkForm
              id={row.id}
              answer={actionData?.typed.intent === 'link' && actionData.typed.id === row.id ? actionData : undefined}
            />
          </li>
        )}
      </Kind>
      <Kind title="Reports of a name or of harm" of={due.urgent} more="/admin/people/reports">
        {(row) => <ReportLine key={row.thing} {...row} />}
      </Kind>
      <Kind title="Disputes to answer" of={due.disputes} more="/admin/money/orders">
        {(row) => (
          <li key={row.id} data-row>
            <div>
              <Name
                to={`/admin/money/orders/${row.order_id}`}
                name={`${row.reference}: ${dueDisputes[row.what]}`}
                facts={`${formatKobo(row.amount_kobo)} · ${row.title}${row.due_at ? ` · answer before ${formatMoment(row.due_at)}` : ''}`}
              />
              {row.claim && <p className="lines">{row.claim}</p>}
            </div>
          </li>
        )}
      </Kind>
      <Kind title="Orders to decide" of={due.orders} more="/admin/money/orders">
        {(row) => (
          <li key={row.id} data-row>
            <div>
              <Name
                to={`/admin/money/orders/${row.id}`}
                name={`${row.reference}: ${dueInWords[row.what] ?? row.what}`}
                facts={`${formatKobo(row.amount_kobo)} · ${row.title}${row.since ? ` · ${formatDay(row.since)}` : ''}`}
              />
              {row.words && <p className="lines">{row.words}</p>}
            </div>
          </li>
        )}
      </Kind>
      <Kind title="Payouts to make" of={due.run}>
        {(row) => (
          <li key={row.day} data-row>
            <Name
              to="/admin/money/payouts"
              name={`The run of ${formatDay(row.day)}`}
              facts={`${formatKobo(row.kobo)} to ${row.payouts}`}
            />
          </li>
        )}
      </Kind>
      <Kind title="Transfers that wait for you" of={due.transfers} more="/admin/money/payouts">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/money/payouts/${row.run_id}`}
              name={`${formatKobo(row.amount_kobo)} to ${row.student || 'a student'} ${transferDue[row.what] ?? row.what}`}
              facts={`${row.what === 'refused' && row.why ? `${row.why} · ` : ''}${formatDay(row.since)}`}
            />
          </li>
        )}
      </Kind>
      <Kind title="Differences to Paystack" of={due.differences} more="/admin/money/paystack">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to="/admin/money/paystack"
              name={differenceInWords(row)}
              facts={`${formatDay(row.happened_at)} · ${whatToDo(row.kind)}`}
            />
          </li>
        )}
      </Kind>
      <Kind title="Payouts that came back" of={due.returned} more="/admin/money/payouts">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/money/payouts/${row.run_id}`}
              name={`${formatKobo(row.amount_kobo)} to ${row.student || 'a student'}`}
              facts={`${row.reason} · ${formatDay(row.created_at)} · the student is asked for other bank details`}
            />
            <Acts id={row.id}>
              <button className="btn" name="intent" value="send_again">
                Send it again
              </button>
            </Acts>
          </li>
        )}
      </Kind>
      <Kind title="Sales that match nothing" of={due.sales} more="/admin/money/queue">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to="/admin/money/queue"
              name={row.product || 'No name'}
              facts={`${row.currency === 'NGN' ? formatKobo(row.gross_kobo) : `${row.currency} ${row.gross_kobo / 100}`} · paid ${formatDay(row.paid_at)}`}
            />
          </li>
        )}
      </Kind>
      <Kind title="Refunds to settle" of={due.refunds} more="/admin/money#refunds">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/money/sales/${row.sale_id}`}
              name={row.title}
              facts={`${formatKobo(row.amount_kobo)} · order ${row.order_reference} · ${formatDay(row.written_at)}`}
            />
            <Acts id={row.id}>
              <button className="btn" name="intent" value="refund_settled">
                The buyer has it
              </button>
            </Acts>
          </li>
        )}
      </Kind>
      <Kind title="Topic requests" of={due.requests} more="/admin/people/requests">
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/people/requests/${row.id}`}
              name={row.topic}
              facts={`asked ${formatDay(row.created_at)}${row.deadline ? ` · needed by ${formatDay(row.deadline)}` : ''}`}
            />
          </li>
        )}
      </Kind>
      <Kind title="Comments to check" of={due.comments} more="/admin/people/comments">
        {(row) => (
          <li key={row.id} data-row>
            <div>
              <p className="lines">{row.body}</p>
              <p className="small soft">
                {[row.author_name || 'A student', row.author_school, ...markOf(row), `on ${row.title}`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Acts id={row.id}>
              <button className="btn" name="intent" value="show">
                Show
              </button>
              <button className="btn bare no" name="intent" value="decline">
                Decline
              </button>
            </Acts>
          </li>
        )}
      </Kind>
      <Kind title="Reports" of={due.reports} more="/admin/people/reports">
        {(row) => <ReportLine key={row.thing} {...row} />}
      </Kind>
      <Kind title="Drive copies that keep failing" of={due.copies}>
        {(row) => (
          <li key={row.id} data-row>
            <Name
              to={`/admin/reviews/${row.id}`}
              name={row.title}
              facts={`tried ${row.attempts} times${row.last_error ? ` · ${row.last_error}` : ''}`}
            />
            <Acts id={row.id}>
              <button className="btn" name="intent" value="copy">
                Try now
              </button>
            </Acts>
          </li>
        )}
      </Kind>
      <Kind title="Mails that keep failing" of={due.mails}>
        {(row) => (
          <li key={row.id} data-row>
            <div>
              <p>
                {row.template.replaceAll('-', ' ')} to {row.recipient}
              </p>
              <p className="small soft">
                {row.given_up ? 'given up' : 'tried again by itself'} after {row.attempts} tries
                {row.last_error ? ` · ${row.last_error}` : ''}
              </p>
            </div>
            {row.given_up && (
              <Acts id={row.id}>
                <button className="btn" name="intent" value="mail">
                  Try again
                </button>
              </Acts>
            )}
          </li>
        )}
      </Kind>
      {year && (
        <section className="stack" aria-labelledby="settings-due">
          <h2 id="settings-due">A setting out of date</h2>
          <ul className="lines">
            <li data-row>
              <div>
                <p>The upload form takes works up to {year.set}.</p>
                <p className="small soft">It is {year.now} now. Students with newer works cannot give their year.</p>
              </div>
              <Acts id="">
                <button className="btn" name="intent" value="year">
                  Raise it to {year.now}
                </button>
              </Acts>
            </li>
          </ul>
        </section>
      )}
      <p>
        <Link to="/admin/figures">What came in, week by week</Link>
      </p>
    </section>
  )
}

type Count<Row> = { count: number; rows: Row[] }

function Kind<Row>({
  title,
  of,
  more,
  children,
}: {
  title: string
  of: Count<Row>
  more?: string
  children(row: Row): ReactNode
}) {
  if (of.count === 0) {
    return null
  }
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id}>
          {title} <span className="count">{of.count}</span>
        </h2>
        {more && of.count > of.rows.length && <Link to={more}>All {of.count}</Link>}
      </div>
      <ul className="lines">{of.rows.map(children)}</ul>
    </section>
  )
}

function Name({ to, name, facts }: { to: string; name: string; facts: string }) {
  return (
    <div>
      <p className="name">
        <Link to={to}>{name}</Link>
      </p>
      <p className="small soft">{facts}</p>
    </div>
  )
}

/** A reported thing, one tap from settled; who sent what stands in its room. */
function ReportLine(row: DueNow['reports']['rows'][number]) {
  return (
    <li data-row>
      <Reported {...row} />
      <div className="wide-line">
        <p>
          <b>{row.reasons.map(reasonInWords).join(' · ')}</b>
        </p>
        {row.words && <p className="lines">{row.words}</p>}
        <p className="small soft">
          {row.reports === 1 ? 'reported' : `${row.reports} reports, the first`} {formatDay(row.since)} ·{' '}
          <Link to="/admin/people/reports">who reported it</Link>
        </p>
      </div>
      <Acts id={row.thing} seen={row.newest}>
        <SettleButtons isComment={row.comment_id !== null} />
      </Acts>
    </li>
  )
}

function Acts({ id, seen, children }: { id: string; seen?: string; children: ReactNode }) {
  return (
    <Form method="post" className={seen ? 'row wide-line' : 'row aside'} preventScrollReset>
      <input type="hidden" name="id" value={id} />
      {seen && <input type="hidden" name="seen" value={seen} />}
      {children}
    </Form>
  )
}

type LinkAnswer = { typed: Record<string, string>; errors: Record<string, string> }

function LinkForm({ id, answer: given }: { id: string; answer: LinkAnswer | undefined }) {
  return (
    <Form method="post" className="find wide-line" noValidate preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <TextField
        label="Its purchase link"
        name="selar_link"
        inputMode="url"
        placeholder="https://selar.co/…"
        defaultValue={given?.typed.selar_link ?? ''}
        error={given?.errors.selar_link}
      />
      <button className="btn go" name="intent" value="link">
        Put on sale
      </button>
    </Form>
  )
}
