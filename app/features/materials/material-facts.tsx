import { href } from 'react-router'
import { AdminLink, useAdminRoles } from '../console/admin-link.tsx'
import { studentAddress } from '../console/person-addresses.ts'
import { opens } from '../console/roles.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { MaterialDetails } from './details.server.ts'

type Props = { id: string; title: string; details: MaterialDetails; rating: string }

/** A report that took it off the site, the seller, share, sales, ratings, upload and files of a material, and the works of a bundle, for its page in the console. */
export function MaterialFacts({ id, title, details, rating }: Props) {
  const { share, sales, ratings, unpublished_by_report_at: unpublishedAt, files, works } = details
  const opensUploads = opens(useAdminRoles(), href('/admin/reviews'))
  return (
    <dl className="pairs record facts-list">
      {works.length > 0 && (
        <div>
          <dt>
            <span className="badge">bundle</span>
          </dt>
          <dd>
            <ol className="points">
              {works.map((work) => (
                <li key={work.id}>
                  <AdminLink to={href('/admin/catalogue/materials/:id', { id: work.id })}>{work.title}</AdminLink>
                </li>
              ))}
            </ol>
            <AdminLink to={href('/admin/catalogue/bundles/:id', { id })}>Change its works</AdminLink>
          </dd>
        </div>
      )}
      {unpublishedAt && (
        <div>
          <dt>Unpublished</dt>
          <dd>
            <AdminLink to={`${href('/admin/people/reports')}?show=settled&search=${encodeURIComponent(title)}`}>
              By a report on {formatDay(unpublishedAt)}
            </AdminLink>
          </dd>
        </div>
      )}
      <div>
        <dt>Seller</dt>
        <dd>{share ? <Student of={share} /> : 'Lamplight'}</dd>
      </div>
      {share && (
        <div>
          <dt>Share of the student</dt>
          <dd>{share.percent}%</dd>
        </div>
      )}
      <div>
        <dt>Sales</dt>
        <dd>{describeSales(sales)}</dd>
      </div>
      <div>
        <dt>Rating</dt>
        <dd>{describeRating(rating, ratings)}</dd>
      </div>
      {share?.upload_id && (
        <div>
          <dt>Upload</dt>
          <dd>
            <AdminLink to={href('/admin/reviews/:id', { id: share.upload_id })}>See its review</AdminLink>
          </dd>
        </div>
      )}
      {share?.upload_id && opensUploads && (
        <div>
          <dt>File</dt>
          <dd>
            <a href={href('/upload-materials/:id/file', { id: share.upload_id })} download>
              Download the file
            </a>
          </dd>
        </div>
      )}
      {files.map(({ position, name }) => (
        <div key={position}>
          <dt>{files.length > 1 ? `File ${position}` : 'File'}</dt>
          <dd>
            <a href={href('/admin/catalogue/materials/:id/files/:position', { id, position: String(position) })} download>
              Download {name}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Student({ of: { profile_id, student } }: { of: NonNullable<MaterialDetails['share']> }) {
  if (profile_id === null) {
    return 'A student whose account is deleted'
  }
  return <AdminLink to={studentAddress(profile_id)}>{student ?? 'A student'}</AdminLink>
}

function describeSales({ count, kobo }: MaterialDetails['sales']): string {
  return count === 0 ? 'None yet' : kobo === null ? String(count) : `${count} for ${formatKobo(kobo)}`
}

function describeRating(rating: string, ratings: number): string {
  const counted = ratings === 1 ? '1 rating of a buyer' : `${ratings} ratings of buyers`
  return rating === '' ? (ratings === 0 ? 'None yet' : counted) : `${rating} of 5, ${ratings === 0 ? 'set by an admin' : counted}`
}
