import type { ReactNode } from 'react'
import { LivePreview } from '../console/live-preview.tsx'
import type { MoneyRules } from '../earnings/rules.ts'
import { HeroLamp } from '../home/hero-lamp.tsx'
import type { GroupField, TextGroup } from './groups.ts'
import { termsParagraphs } from './terms-paragraphs.ts'

type Values = Readonly<Record<string, string>>
type Part = { fields: readonly GroupField[]; preview: ((values: Values) => ReactNode) | null }

/** Splits the fields of a group by the part of the page that they are for. `preview` shows it as visitors will see it. */
export function splitByPreview({ name, fields }: TextGroup, rules: MoneyRules): readonly Part[] {
  if (name === 'terms') {
    return [{ fields, preview: (values) => <TermsPart texts={fields.map(({ key }) => values[key] ?? '')} rules={rules} /> }]
  }
  if (name !== 'hero') {
    return [{ fields, preview: null }]
  }
  const isFigure = ({ key }: GroupField) => key.startsWith('stats_')
  const figures = fields.filter(isFigure)
  return [
    { fields: fields.filter((field) => !isFigure(field)), preview: (values) => <Welcome values={values} /> },
    { fields: figures, preview: (values) => <FiguresOfPage fields={figures} values={values} /> },
  ]
}

export function PagePreview({ part: { preview }, stored }: { part: Part; stored: Values }) {
  return preview && <LivePreview stored={stored}>{preview}</LivePreview>
}

/** The top of the home page, whose lines break as on a phone. */
function Welcome({ values }: { values: Values }) {
  return (
    <div className="preview-hero">
      <p className="preview-title">{values.hero_title}</p>
      <p>{values.hero_subtitle}</p>
      <HeroLamp />
    </div>
  )
}

function FiguresOfPage({ fields, values }: { fields: readonly GroupField[]; values: Values }) {
  return (
    <dl className="figures">
      {fields
        .filter(({ key }) => key.endsWith('_count'))
        .map(({ key }) => (
          <div key={key}>
            <dd>{values[key]}</dd>
            <dt>{values[key.replace('_count', '_label')]}</dt>
          </div>
        ))}
    </dl>
  )
}

function TermsPart({ texts: [title = '', content = ''], rules }: { texts: readonly string[]; rules: MoneyRules }) {
  return (
    <>
      <p className="preview-title">{title}</p>
      {termsParagraphs(content, rules).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  )
}
