import { href } from 'react-router'
type Address = { search?: string; area?: string; course?: string; page?: number; typed?: boolean }

/** Returns the address of the directory with a search, an area, a course and a page (from 1). `typed`: without the thesaurus. */
export function topicsPath({ search, area, course, page = 1, typed = false }: Address): string {
  const parameters = new URLSearchParams()
  if (search) {
    parameters.set('search', search)
  }
  if (area) {
    parameters.set('area', area)
  }
  if (course) {
    parameters.set('course', course)
  }
  if (page > 1) {
    parameters.set('page', String(page))
  }
  if (typed) {
    parameters.set('typed', 'yes')
  }
  return parameters.size > 0 ? `${href('/topics-directory')}?${parameters.toString()}` : href('/topics-directory')
}

/** Returns the address of one topic: the directory, searched for its words. */
export function topicPath(topic: string): string {
  return topicsPath({ search: topic })
}

/** Returns the address of the topics of a course: its code, or its title without one. */
export function coursePath({ code, title }: { code: string; title: string }): string {
  return topicsPath({ course: code || title })
}

/** Returns the address for requesting a topic, with the failed search already in the form. */
export function requestPath(topic: string): string {
  return `${href('/request-a-topic')}?topic=${encodeURIComponent(topic)}`
}
