/** Returns the address of a material. */
export function previewPath(slug: string): string {
  return `/material-preview/${slug}`
}
