import { LivePreview } from '../console/live-preview.tsx'
import type { MoneyRules } from '../earnings/rules.ts'
import type { TextGroup } from './groups.ts'
import { termsParagraphs } from './terms-paragraphs.ts'

type Props = { group: TextGroup; stored: Readonly<Record<string, string>>; rules: MoneyRules }

/** The part of a page that a group of texts is for, as visitors will see it; nothing for other groups. */
export function PagePreview({ group, stored, rules }: Props) {
  const { name, fields } = group
  return name === 'hero' ? (
    <LivePreview stored={stored}>
      {(values) => (
        <>
          <div className="preview-hero">
            <p className="preview-title">{values.hero_title}</p>
            <p>{values.hero_subtitle}</p>
          </div>
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
        </>
      )}
    </LivePreview>
  ) : name === 'terms' ? (
    <LivePreview stored={stored}>
      {(values) => {
        const [title = '', content = ''] = fields.map(({ key }) => values[key])
        return (
          <>
            <p className="preview-title">{title}</p>
            {termsParagraphs(content, rules).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </>
        )
      }}
    </LivePreview>
  ) : null
}
