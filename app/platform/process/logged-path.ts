/** A path as the log may hold it: without the token that opens an order. */
export function loggedPath(path: string): string {
  return path.replace(/^\/orders\/[^/.]+/, '/orders/…')
}
