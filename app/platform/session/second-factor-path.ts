import { href } from 'react-router'
/** Returns the address of the page that verifies the second factor and leads to `next`. */
export function secondFactorPath(next: string | null): string {
  return next ? `${href('/auth/second-factor')}?next=${encodeURIComponent(next)}` : href('/auth/second-factor')
}
