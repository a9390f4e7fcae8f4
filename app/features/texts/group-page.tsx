import { href, Link } from 'react-router'
import { formatMoment } from '#app/platform/text/dates.ts'
import { TextArea, TextField, TickField } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { RecordForm } from '../console/record-form.tsx'
import type { MoneyRules } from '../earnings/rules.ts'
import type { EarlierVersion } from './admin.server.ts'
import { PagePreview, splitByPreview } from './page-preview.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { counted, type Figure, type Figures, type GroupField, isTooMuch, type TextGroup } from './groups.ts'

type Props = {
  group: TextGroup
  /** The rules of money that the terms name. */
  rules: MoneyRules
  /** The current texts. */
  stored: Record<string, string>
  /** Other texts that the fields show; null for the current ones. */
  preset: { what: string; fields: Record<string, string> } | null
  /** The changes before which an earlier version applied, newest first. */
  versions: readonly Pick<EarlierVersion, 'at' | 'who' | 'changed'>[]
  /** True if any text differs from its default. */
  changed: boolean
  version: string
  figures: Figures | null
  /** The year that the setting can be raised to; null if it is up to date. */
  yearOffer: number | null
  result: ActionResult | undefined
}

/** The form of a group of texts or settings. Claims are shown with the counted statistics. */
export function GroupPage({ group, rules, stored, preset, versions, changed, version, figures, yearOffer, result }: Props) {
  const here = href(`/admin/${group.section}/:group`, { group: group.id })
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href(`/admin/${group.section}`)}>{group.section === 'texts' ? 'Texts' : 'Settings'}</Link>
      </nav>
      <div className="row between">
        <h1 className="long">{group.title}</h1>
        {group.see && (
          <a href={group.see} target="_blank" rel="noopener">
            See it
          </a>
        )}
      </div>
      {preset && <p className="note">The fields show {preset.what}. Nothing is changed until you save.</p>}
      <RecordForm
        key={preset?.what ?? 'stored'}
        draft={`${group.section}/${group.id}`}
        stored={preset?.fields ?? stored}
        version={version}
        result={result}
        buttons={
          <>
            {yearOffer && (
              <button className="btn" name="intent" value="raise">
                Raise it to {yearOffer}
              </button>
            )}
            {changed && !preset && (
              <Link className="btn bare" to={`${here}?defaults`}>
                Back to the defaults
              </Link>
            )}
            {preset && (
              <Link className="btn bare" to={here}>
                Keep the stored version
              </Link>
            )}
          </>
        }
      >
        {(field, tick) =>
          splitByPreview(group, rules).map((part) => (
            <div key={part.fields[0]?.key} className="beside-preview">
              <div className="stack">
                {part.fields.map((spec) => (
                  <div key={spec.key} className="stack-tight">
                    <GroupControl spec={spec} field={field(spec.key)} tick={tick(spec.key)} />
                    {spec.claims && figures && (
                      <Claim claim={stored[spec.key] ?? ''} figure={spec.claims} count={figures[spec.claims]} />
                    )}
                  </div>
                ))}
              </div>
              <PagePreview
                part={part}
                stored={Object.fromEntries(part.fields.map(({ key }) => [key, field(key).defaultValue]))}
              />
            </div>
          ))
        }
      </RecordForm>
      {figures && (
        <section className="stack" aria-labelledby="counted">
          <h2 id="counted">Counted today</h2>
          <dl className="figures">
            {Object.entries(counted).map(([figure, label]) => (
              <div key={figure}>
                <dd>{figures[figure as Figure].toLocaleString('en-NG')}</dd>
                <dt>{label}</dt>
              </div>
            ))}
          </dl>
        </section>
      )}
      <EarlierVersions here={here} versions={versions} />
    </div>
  )
}

function EarlierVersions({ here, versions }: { here: string } & Pick<Props, 'versions'>) {
  return (
    versions.length > 0 && (
      <details>
        <summary>Earlier versions</summary>
        <ul className="lines">
          {versions.map(({ at, who, changed }) => (
            <li key={at}>
              <div>
                <p className="name">
                  <Link to={`${here}?before=${encodeURIComponent(at)}`}>Before {formatMoment(at)}</Link>
                </p>
                <p className="small soft">
                  {who ?? 'A deleted account'} changed: {changed.join(', ')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </details>
    )
  )
}

/** Characters that fit into one line of a form. */
const LONG_LINE = 60

function GroupControl({
  spec: { key, label, kind, hint, required, max },
  field,
  tick,
}: {
  spec: GroupField
  field: { defaultValue: string; error: string | undefined }
  tick: { defaultChecked: boolean }
}) {
  const shared = { label, name: key, required, optional: !required, maxLength: max, ...(hint ? { hint } : {}), ...field }
  switch (kind) {
    case 'switch':
      return <TickField label={label} name={key} {...(hint ? { hint } : {})} {...tick} />
    case 'lines':
      return <TextArea {...shared} />
    case 'mail':
      return <TextField {...shared} type="email" inputMode="email" autoComplete="off" />
    case 'link':
      return <TextField {...shared} inputMode="url" placeholder="https://" />
    case 'picture':
      return <PictureSetting {...shared} />
    case 'phone':
    case 'chat':
    case 'chat_shown':
      return <TextField {...shared} type="tel" placeholder="+234 803 123 4567" autoComplete="off" />
    case 'year':
    case 'count':
      return <TextField {...shared} inputMode="numeric" />
    default:
      // A long line would be cut. Saving removes line breaks.
      return max !== undefined && max > LONG_LINE ? <TextArea {...shared} rows={1} /> : <TextField {...shared} />
  }
}

/** The counted number for a claim, with a warning if the claim is higher. */
function Claim({ claim, figure, count }: { claim: string; figure: Figure; count: number }) {
  const tooMuch = isTooMuch(claim, count)
  return (
    <p className={tooMuch ? 'claim over' : 'claim'}>
      <Icon name={tooMuch ? 'warning' : 'approved'} />
      <span>
        {counted[figure]}: {count.toLocaleString('en-NG')} counted. {tooMuch && `The site claims ${claim}.`}
      </span>
    </p>
  )
}
