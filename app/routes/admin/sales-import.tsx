import { href, data, Form, Link, useNavigation } from 'react-router'
import { type ActionResult, actionResult, sentences } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { recordSales, previewSales, rememberColumns } from '#app/features/money/commands.server.ts'
import { getChoiceValues, readChoices, readSales } from '#app/features/money/csv-sales.server.ts'
import { columnKinds } from '#app/features/money/sales-columns.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { rememberedColumns } from '#app/features/money/queries.server.ts'
import { type ChosenFile, SalesFileForm } from '#app/features/money/sales-file-form.tsx'
import { type SalesPreview, ShowSales } from '#app/features/money/sales-preview.tsx'
import { providers } from '#app/features/money/labels.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/sales-import'

const MAX_FILE_BYTES = 1.5 * 1024 * 1024
/** Maximum number of rows of each kind in a preview. */
const SHOWN = 50

export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  return { kinds: columnKinds.map(({ kind, label, needed }) => ({ kind, label, needed })) }
}

/** Previews a file without recording anything (`preview`), or records its sales (`import`). */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const values = submittedValues(form)
  const input = form.get('file')
  const chosenFile = input instanceof File && input.size > 0 ? input : null
  const reject = (reason: string) =>
    data(actionResult('Nothing was recorded.', { values, errors: { [chosenFile || !values.csv ? 'file' : 'csv']: reason } }), {
      status: 400,
    })
  const bytes = chosenFile ? await chosenFile.bytes() : new TextEncoder().encode(values.csv ?? '')
  if (bytes.length === 0) {
    return reject('Choose a file, or paste its lines')
  }
  if (bytes.length > MAX_FILE_BYTES) {
    return reject('At most 1.5 MB at once. Split the file in two, each with the first line')
  }
  const provider = providers.find(({ value }) => value === values.provider)?.value ?? 'selar'
  const csv = readCsv(bytes)
  if ('fault' in csv) {
    return reject(csv.fault)
  }
  try {
    const choices = readChoices(values)
    const remembered = Object.keys(choices.columns).length > 0 ? {} : await rememberedColumns(admin, provider)
    const file = readSales(csv.rows, provider, choices, remembered)
    if ('fault' in file) {
      return reject(file.fault)
    }
    const chosen: ChosenFile = {
      provider,
      text: new TextDecoder(csv.guessed ? 'windows-1252' : 'utf-8').decode(bytes),
      header: file.header,
      first: file.first,
      columns: file.columns,
      missing: file.missing,
      reading: file.reading,
      chosen: getChoiceValues(values),
    }
    if (file.missing.length > 0 || file.isUnclear) {
      return { chosen, preview: null }
    }
    const sales = file.sales.map(({ sale }) => sale)
    if (values.intent !== 'import') {
      return { chosen, preview: getPreview(file, await previewSales(admin, sales), csv.guessed) }
    }
    const stored = await recordSales(admin, sales, 'csv')
    await rememberColumns(admin, provider, file.columns)
    const left = [
      stored.duplicate > 0 ? `${stored.duplicate} were already recorded.` : '',
      stored.not_ours > 0 ? `${stored.not_ours} are not our products.` : '',
      file.leftOut.length > 0 ? `${file.leftOut.length} were left out: they are not sales.` : '',
    ]
    return redirectWithToast(context, stored.unmatched > 0 ? href('/admin/money/queue') : href('/admin/money/sales'), {
      title: `${stored.recorded} ${stored.recorded === 1 ? 'sale' : 'sales'} recorded`,
      text: [stored.unmatched > 0 ? `${stored.unmatched} match no material: choose which here.` : '', ...left]
        .filter((text) => text !== '')
        .join(' '),
    })
  } catch (error) {
    logFailure('Could not import sales', error)
    return data(actionResult(sentences.failed, { values }), { status: 502 })
  }
}

type Read = Exclude<ReturnType<typeof readSales>, { fault: string }>

function getPreview(file: Read, outlooks: Awaited<ReturnType<typeof previewSales>>, guessed: boolean): SalesPreview {
  const sales = file.sales.map(({ line, sale }, at) => ({
    line,
    outcome: outlooks[at]?.outcome ?? 'unmatched',
    title: outlooks[at]?.title ?? sale.product,
    says: `${formatDay(sale.paid_at)} · ${sale.currency === 'NGN' ? formatKobo(sale.gross) : `${sale.currency} ${sale.gross / 100}`} · ${sale.reference}`,
  }))
  const part = (...outcomes: string[]) => {
    const rows = sales.filter(({ outcome }) => outcomes.includes(outcome))
    return { count: rows.length, shown: rows.slice(0, SHOWN) }
  }
  return {
    guessed,
    fresh: part('new'),
    unmatched: part('unmatched', 'currency'),
    duplicate: part('duplicate'),
    notOurs: part('not_ours'),
    leftOut: { count: file.leftOut.length, shown: file.leftOut.slice(0, SHOWN).map(({ line, reason }) => ({ line, reason })) },
    wrong: { count: file.wrong.length, shown: file.wrong.slice(0, SHOWN) },
  }
}

type Outcome = ActionResult | { chosen: ChosenFile; preview: SalesPreview | null } | undefined

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Import sales', description: 'Admin console.', index: false })

export default function SalesImport({ loaderData: { kinds }, actionData }: Route.ComponentProps) {
  const { formMethod } = useNavigation()
  const busy = formMethod === 'POST'
  const outcome: Outcome = actionData
  const looked = outcome && 'chosen' in outcome ? outcome : null
  const rejected = outcome && 'errors' in outcome ? outcome : null
  return (
    <div className="stack admin-section">
      <MoneyTabs />
      <h1>Import sales</h1>
      <ErrorSummary
        error={
          rejected && {
            ...rejected,
            text: rejected.offline
              ? 'The connection was lost. Check the sales, then send the file again: no sale is recorded twice.'
              : rejected.text,
          }
        }
      />
      {looked ? (
        <>
          {looked.preview && <ShowSales preview={looked.preview} />}
          <Form method="post" encType="multipart/form-data" className="stack record">
            <AccountField />
            <SalesFileForm file={looked.chosen} kinds={kinds} isOpen={looked.chosen.missing.length > 0} />
            <p className="row">
              {looked.preview && looked.preview.fresh.count + looked.preview.unmatched.count > 0 && (
                <button className="btn go" name="intent" value="import" disabled={busy}>
                  {busy
                    ? 'Recording…'
                    : `Record ${(looked.preview.fresh.count + looked.preview.unmatched.count).toLocaleString('en-NG')} sales`}
                </button>
              )}
              <button className="btn" name="intent" value="preview" disabled={busy}>
                Read it like this
              </button>
              <Link className="btn bare" to={href('/admin/money/sales/import')} reloadDocument>
                Another file
              </Link>
            </p>
          </Form>
        </>
      ) : (
        <Form method="post" encType="multipart/form-data" className="stack record" noValidate>
          <AccountField />
          <p className="field">
            <label htmlFor="provider">From</label>
            <select id="provider" name="provider" defaultValue={rejected?.values.provider ?? 'selar'}>
              {providers.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </p>
          <TextField label="CSV file" name="file" type="file" accept=".csv,text/csv,text/plain" error={rejected?.errors.file} />
          <TextArea
            label="Or paste its lines, with the first one that names the columns"
            name="csv"
            rows={6}
            defaultValue={rejected?.values.csv}
            error={rejected?.errors.csv}
          />
          <p className="small soft">You see a preview before anything is recorded. Buyers are not stored.</p>
          <p>
            <button className="btn go" name="intent" value="preview" disabled={busy}>
              {busy ? 'Checking…' : 'Preview the sales'}
            </button>
          </p>
        </Form>
      )}
    </div>
  )
}
