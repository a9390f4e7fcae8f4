import { href } from 'react-router'
import * as v from 'valibot'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells admins that a student sent in a work. */
export const adminNewUpload = template(
  v.object({ upload: v.pipe(v.string(), v.uuid()), title: v.string(), category: v.string() }),
  ({ upload, title, category }, { siteUrl }) => ({
    subject: `New upload: ${title}`,
    body: (
      <>
        <p>
          <strong>{title}</strong> ({category.replaceAll('_', ' ')}) is waiting for a review.
        </p>
        <EmailButton href={`${siteUrl}${href('/admin/reviews/:id', { id: upload })}`}>Review it</EmailButton>
        <p style={{ fontSize: 14, color: '#465a5f' }}>
          You can switch these emails off in the console, under Settings, Emails to admins.
        </p>
      </>
    ),
  }),
)
