/** Returns the address of the page that verifies the second factor and leads to `next`. */
export function secondFactorPath(next: string | null): string {
  return next ? `/auth/second-factor?next=${encodeURIComponent(next)}` : '/auth/second-factor'
}
