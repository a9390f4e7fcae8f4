import { href } from 'react-router'
/** The longest address that a message with Undo may have. */
const MAX_ADDRESS = 300

type Product = { provider: string; product_words: string }

/** Returns the address that deletes a product rule when it is posted to, or undefined if the name is too long for one. */
export function addressOfRule({ provider, product_words: words }: Product): string | undefined {
  const address = `${href('/admin/money/products')}?${new URLSearchParams({ provider, words }).toString()}`
  return words === '' || address.length > MAX_ADDRESS ? undefined : address
}
