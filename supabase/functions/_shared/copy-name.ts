/**
 * The name of an upload's copy on the drive: its id first, so that two works never share a name and a second copy lands on the first,
 * then the title for the human who looks for it, then the ending of the stored file.
 */
export function copyName(upload: { id: string; title: string; file_path: string }): string {
  const title = upload.title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  const ending = upload.file_path.match(/\.[a-z]+$/)?.[0] ?? ''
  return `${upload.id}${title ? `-${title}` : ''}${ending}`
}
