import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { Lines } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that their work was rejected: the reason, and how long the file is stored. */
export const uploadRejected = template(
  v.object({ title: v.string(), reason: v.string(), file_removal_due: v.string() }),
  ({ title, reason, file_removal_due }, { siteUrl }) => ({
    subject: 'Your material was not accepted',
    body: (
      <>
        <p>
          We read <strong>{title}</strong> and cannot offer it. The reason:
        </p>
        <blockquote style={{ margin: '16px 0', paddingLeft: 16, borderLeft: '2px solid #738488' }}>
          <Lines of={reason} />
        </blockquote>
        <p>
          We remove its file on {formatDay(file_removal_due)}. Until then you can still download it from{' '}
          <a href={`${siteUrl}${href('/upload-materials')}#your-uploads`} style={{ color: '#005660' }}>
            your uploads
          </a>
          .
        </p>
        <p>You may correct the work and send it again: your uploads have "Send a corrected one" at it.</p>
        <p>
          If you think we are wrong,{' '}
          <a href={`${siteUrl}${href('/support')}`} style={{ color: '#005660' }}>
            write to us
          </a>{' '}
          before that day.
        </p>
      </>
    ),
  }),
)
