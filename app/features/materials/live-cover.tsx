import { LivePreview } from '../console/live-preview.tsx'
import { SmallCover } from './thumbnail.tsx'

type Props = { id: string; stored: { title: string; subject_area: string; category: string } }

/** The cover that is drawn for the form around it. */
export function LiveCover({ id, stored }: Props) {
  return (
    <LivePreview stored={stored}>
      {({ title = '', subject_area = '', category = '' }) => (
        <div className="row">
          <SmallCover material={{ id, title, subject_area, category, list_category: category }} />
          <p className="hint">The cover. It is drawn from the title, the subject area and the category.</p>
        </div>
      )}
    </LivePreview>
  )
}
