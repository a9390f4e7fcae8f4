/**
 * The name of an upload's copy on the drive: first its id, so that names are unique and a second copy replaces the first; then the title,
 * for people who search the drive; then the ending of the stored file.
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
