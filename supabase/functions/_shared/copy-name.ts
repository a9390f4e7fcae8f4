/**
 * Returns the name of an upload's copy on the drive: its id first, so that names are unique and a second copy replaces
 * the first; then the title for users who search the drive; then the file extension.
 */
export function copyName(upload: { id: string; title: string; file_path: string }): string {
  const title = upload.title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  const ending = upload.file_path.match(/\.[A-Za-z]+$/)?.[0].toLowerCase() ?? ''
  return `${upload.id}${title ? `-${title}` : ''}${ending}`
}
