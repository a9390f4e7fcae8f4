import { Avatar } from '../profiles/avatar.tsx'
import type { Testimonial } from './testimonials.server.ts'

/** The backgrounds behind the avatars, in rotation. */
const cloths = ['c-study', 'c-seminar', ''] as const

/** A student's quote with its author. `at` counts the quotes of a page from 0. */
export function Quote({ testimonial: response, at }: { testimonial: Testimonial; at: number }) {
  const { name, university, year, content, rating, is_sample, picture } = response
  return (
    <figure className="card quote">
      {is_sample && <p className="badge">Sample</p>}
      <blockquote>{content}</blockquote>
      <figcaption>
        <Avatar name={name} picture={picture?.src ?? null} alt={picture?.alt} cloth={cloths[at % cloths.length]} lazy />
        <span>
          <b>{name}</b>
          <br />
          <span className="soft">{[university, year].filter((text) => text !== '').join(', ')}</span>
        </span>
        <span className="soft" role="img" aria-label={`${rating} of 5 stars`}>
          {'★'.repeat(rating)}
        </span>
      </figcaption>
    </figure>
  )
}
