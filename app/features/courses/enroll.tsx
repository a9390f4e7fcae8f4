import { whatsappLink, withMessage } from '#app/platform/text/whatsapp.ts'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { Course } from './queries.server.ts'

/**
 * A button that opens the course's WhatsApp link in a new tab, a chat with a message that names the course. Without a
 * valid link it is disabled, and `reasonId` names the element with the reason.
 */
export function Enroll({
  course,
  reasonId,
  main = false,
}: {
  course: Pick<Course, 'title' | 'whatsapp_link'>
  reasonId: string
  main?: boolean
}) {
  const link = whatsappLink(course.whatsapp_link)
  if (!link) {
    return (
      <button className={main ? 'btn go' : 'btn'} type="button" aria-disabled="true" aria-describedby={reasonId}>
        Enroll Now
      </button>
    )
  }
  const message = `Hello, I would like to join the course “${course.title}”.`
  return <NewTabLink to={withMessage(link, message)} words="Enroll Now" about={`in ${course.title}`} main={main} />
}
