/** Returns a path for the log, without the token that opens an order. */
export function loggedPath(path: string): string {
  return path.replace(/^\/orders\/[^/.]+/, '/orders/…')
}
