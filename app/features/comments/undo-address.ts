import { href } from 'react-router'
/** Returns the address to which the toast of a decided comment posts, to restore the status that it had. */
export function undoAddress(id: string, was: string): string {
  const show = was === 'pending' ? '' : `&show=${was}`
  return `${href('/admin/people/comments')}?of=${id}&was=${was}${show}`
}
