import { Form, href, Link } from 'react-router'
import * as v from 'valibot'
import { agreeShare, restartClassRep, stopClassRep } from '#app/features/class-reps/commands.server.ts'
import { type ListedClassRep, listClassReps } from '#app/features/class-reps/queries.server.ts'
import { describeSuspicions } from '#app/features/class-reps/suspicious.ts'
import { type ActionResult, rejectWith, sentences } from '#app/features/console/action-result.ts'
import { FormDetails } from '#app/features/console/form-details.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { day, filled, filledNumber, lines, wholeNumber } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos, formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/class-reps'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  return { reps: await listClassReps(admin).catch(orLog('Could not list the class reps', null)), today: dayInLagos(new Date()) }
}

const stopForm = v.object({ reason: filled(lines(300), 'Say why: the student reads it') })
const PERCENT = 'Whole percent, at most 50'
const shareForm = v.object({
  percent: filledNumber(wholeNumber(0, 50, PERCENT), PERCENT),
  first_day: v.pipe(
    day(),
    v.check((first) => first !== null && first >= dayInLagos(new Date()), 'Today or later: earlier sales keep their share'),
    v.transform(String),
  ),
})

/** Stops a class link, lets it work again, or changes the share of its rep from a day on. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const { intent, student = '' } = submitted
  const reject = rejectWith(submitted, student)
  const done = (title: string, text = '') => redirectWithToast(context, href('/admin/money/class-reps'), { title, text })
  if (!looksLikeUuid(student)) {
    return reject(sentences.gone, 400)
  }
  try {
    switch (intent) {
      case 'restart':
        return (await restartClassRep(admin, student)) ? done('The link works again') : reject(sentences.gone, 409)
      case 'stop': {
        const { values, errors } = checkForm(stopForm, submitted)
        if (errors) {
          return reject(sentences.fields, 400, errors)
        }
        return (await stopClassRep(admin, student, values.reason))
          ? done('The link is stopped', 'What was earned before stays.')
          : reject(sentences.gone, 409)
      }
      default: {
        const { values, errors } = checkForm(shareForm, submitted)
        if (errors) {
          return reject(sentences.fields, 400, errors)
        }
        await agreeShare(admin, student, values.percent, values.first_day)
        return done(`${values.percent} % from ${formatDay(values.first_day)}`)
      }
    }
  } catch (error) {
    logFailure('Could not change a class rep', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Class reps', description: 'Admin console.', index: false })

export default function ClassReps({ loaderData: { reps, today }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <MoneyTabs />
      <h1>Class reps</h1>
      <p className="small soft">
        Students whose link brings buyers, by what these paid. Their part comes from ours; the usual one is under{' '}
        <Link to={href('/admin/money/rules')}>Rules</Link>.
      </p>
      <ErrorSummary error={actionData} />
      {!reps ? (
        <EmptyState title="The class reps could not be loaded." hint="Nothing is lost; only the list is missing." />
      ) : reps.length === 0 ? (
        <EmptyState
          title="Nobody is a class rep yet."
          hint="A student becomes one under Your class link, at the end of the dashboard."
        />
      ) : (
        <ul className="lines">
          {reps.map((rep) => (
            <ClassRep
              key={rep.profile_id}
              rep={rep}
              today={today}
              result={actionData?.act === rep.profile_id ? actionData : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function ClassRep({ rep, today, result }: { rep: ListedClassRep; today: string; result: ActionResult | undefined }) {
  const { profile_id, student, institution, code, stopped_at, stop_reason, opens, sales, refunded, gross_kobo, percent } = rep
  return (
    <li data-row>
      <div>
        <p>
          <Link to={href('/admin/people/:id', { id: profile_id })}>{student || 'Without a name'}</Link>
          {institution && `, ${institution}`}
        </p>
        <p className="small soft">
          {code} · {opens} opens in 28 days · {sales} sold{refunded > 0 && `, ${refunded} refunded`} · {formatKobo(gross_kobo)}{' '}
          paid · {formatKobo(rep.earned_kobo)} to the rep ({percent} %) · since {formatDay(rep.agreed_at)}
        </p>
        {describeSuspicions(rep).map((suspicion) => (
          <p key={suspicion} className="small">
            <span className="badge changes">look</span> {suspicion}
          </p>
        ))}
        {stopped_at && (
          <p className="small">
            Stopped on {formatDay(stopped_at)}
            {stop_reason ? `: ${stop_reason}` : ' by the student'}
          </p>
        )}
      </div>
      <div className="stack aside">
        {stopped_at && (
          <Form method="post">
            <AccountField />
            <input type="hidden" name="student" value={profile_id} />
            <button className="btn" name="intent" value="restart">
              Let it work again
            </button>
          </Form>
        )}
        {/* One that its student stopped works again when the student wants it, until an admin stops it. */}
        {!stop_reason && <StopLink student={profile_id} result={result} />}
        <ChangeShare student={profile_id} percent={percent} today={today} result={result} />
      </div>
    </li>
  )
}

type Props = { student: string; result: ActionResult | undefined }

function StopLink({ student, result }: Props) {
  const input = result?.values.intent === 'stop' ? result : undefined
  return (
    <FormDetails result={input}>
      <summary>Stop</summary>
      <Form method="post" className="stack" noValidate>
        <AccountField />
        <input type="hidden" name="student" value={student} />
        <TextArea
          label="Reason, which the student reads"
          name="reason"
          required
          defaultValue={input?.values.reason}
          error={input?.errors.reason}
        />
        <p>
          <button className="btn no" name="intent" value="stop">
            Stop the link
          </button>
        </p>
      </Form>
    </FormDetails>
  )
}

function ChangeShare({ student, percent, today, result }: Props & { percent: number; today: string }) {
  const input = result?.values.intent === 'share' ? result : undefined
  return (
    <FormDetails result={input}>
      <summary>Change the share</summary>
      <Form method="post" className="stack" noValidate>
        <AccountField />
        <input type="hidden" name="student" value={student} />
        <TextField
          label="Part of the price, in percent"
          name="percent"
          inputMode="numeric"
          required
          defaultValue={input?.values.percent ?? String(percent)}
          error={input?.errors.percent}
        />
        <TextField
          label="From this day on"
          name="first_day"
          type="date"
          required
          defaultValue={input?.values.first_day ?? today}
          error={input?.errors.first_day}
        />
        <p>
          <button className="btn go" name="intent" value="share">
            Change the share
          </button>
        </p>
      </Form>
    </FormDetails>
  )
}
