import { href } from 'react-router'
/** Returns the address of a material. */
export function previewPath(slug: string): string {
  return href('/material-preview/:key', { key: slug })
}
