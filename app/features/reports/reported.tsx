import { href, Form } from 'react-router'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { AdminLink } from '../console/admin-link.tsx'
import { studentAddress } from '../console/person-addresses.ts'
import type { ReportedThing } from './admin.server.ts'
import { outcomes, describeReason } from './labels.ts'

type Shown = Pick<
  ReportedThing,
  'material_id' | 'comment_id' | 'title' | 'slug' | 'hidden' | 'body' | 'author_name' | 'author_school'
>

/** The reported comment or material, with a link to it. */
export function Reported({ material_id, comment_id, title, slug, hidden, body, author_name, author_school }: Shown) {
  return comment_id ? (
    <div>
      <p className="lines">{body}</p>
      <p className="small soft">
        {['a comment', author_name || 'A student', author_school].filter(Boolean).join(' · ')} ·{' '}
        {hidden ? (
          <>
            <AdminLink to={href('/admin/catalogue/materials/:id', { id: material_id })}>{title}</AdminLink> · not on the site now
          </>
        ) : (
          <a href={`${href('/material-preview/:key', { key: slug })}#comments`}>{title}</a>
        )}
      </p>
    </div>
  ) : (
    <div>
      <p className="name">
        <AdminLink to={href('/admin/catalogue/materials/:id', { id: material_id })}>{title}</AdminLink>
      </p>
      <p className="small soft">a material{hidden && ' · not on the site now'}</p>
    </div>
  )
}

/**
 * The buttons that settle it. Their form names the item and its newest report on the page; a later one remains open.
 */
export function ResolveButtons({ comment_id, hidden }: Pick<ReportedThing, 'comment_id' | 'hidden'>) {
  return (
    <>
      {comment_id ? (
        <button className="btn no" name="intent" value="declined">
          Decline the comment
        </button>
      ) : (
        !hidden && (
          <button className="btn no" name="intent" value="unpublished">
            Unpublish the material
          </button>
        )
      )}
      <button className="btn" name="intent" value="dealt_with">
        {outcomes.dealt_with}
      </button>
      <button className="btn bare" name="intent" value="nothing_to_do">
        {outcomes.nothing_to_do}
      </button>
    </>
  )
}

/** The reports as they were sent: reason, text, sender and time. */
export function ReportList({ firstReports, reports }: Pick<ReportedThing, 'firstReports' | 'reports'>) {
  return (
    <ul className="report-list">
      {firstReports.map(({ id, reason, words, created_at, profile_id, name }) => (
        <li key={id}>
          <p>
            <b>{describeReason(reason)}</b>
          </p>
          {words && <p className="lines">{words}</p>}
          <p className="small soft">
            {profile_id ? <AdminLink to={studentAddress(profile_id)}>{name || 'A student'}</AdminLink> : 'A deleted account'} ·{' '}
            {formatMoment(created_at)}
          </p>
        </li>
      ))}
      {reports > firstReports.length && <li className="small soft">and {reports - firstReports.length} more</li>}
    </ul>
  )
}

type Typed = { note: string; error: string | undefined } | undefined

/** The form that settles the open reports, with an optional note for admins. */
export function ResolveForm({ row, action, values }: { row: ReportedThing; action: string; values: Typed }) {
  return (
    <Form method="post" action={action} className="stack wide-line" noValidate preventScrollReset>
      <AccountField />
      <input type="hidden" name="id" value={row.target} />
      <input type="hidden" name="seen" value={row.newest} />
      <details open={values !== undefined || undefined}>
        <summary>
          <span className="sr">{row.comment_id ? row.body : row.title}: </span>
          <span>Add a note</span>
        </summary>
        <TextArea
          label="A note"
          optional
          name="note"
          hint="For admins alone; it is saved with your decision."
          maxLength={1000}
          defaultValue={values?.note ?? ''}
          error={values?.error}
        />
      </details>
      <div className="row">
        <ResolveButtons {...row} />
      </div>
    </Form>
  )
}

/** The outcome, and a button to reopen it. */
export function Settled({ row, action }: { row: ReportedThing; action: string }) {
  const { settled } = row
  return (
    settled && (
      <div className="wide-line row between">
        <div>
          <p>
            <b>{outcomes[settled.outcome]}</b>
          </p>
          {settled.note && <p className="lines">{settled.note}</p>}
          <p className="small soft">
            {settled.by ?? 'An admin'} · {formatDay(settled.at)}
          </p>
        </div>
        <Form method="post" action={action} preventScrollReset>
          <AccountField />
          <input type="hidden" name="id" value={row.target} />
          <input type="hidden" name="settled_at" value={settled.at} />
          <button className="btn" name="intent" value="undo">
            Reopen
          </button>
        </Form>
      </div>
    )
  )
}
