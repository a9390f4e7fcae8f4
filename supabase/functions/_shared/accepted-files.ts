const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Accepted files (SPEC 5): extension, declared type and the type of the content. */
export const acceptedFiles = [
  { ending: 'pdf', type: 'application/pdf', content: 'application/pdf' },
  { ending: 'doc', type: 'application/msword', content: 'application/x-cfb' },
  { ending: 'docx', type: `${OPEN_XML}.wordprocessingml.document`, content: `${OPEN_XML}.wordprocessingml.document` },
  { ending: 'ppt', type: 'application/vnd.ms-powerpoint', content: 'application/x-cfb' },
  { ending: 'pptx', type: `${OPEN_XML}.presentationml.presentation`, content: `${OPEN_XML}.presentationml.presentation` },
] as const

export type AcceptedFile = (typeof acceptedFiles)[number]

/** Size limit of a file in bytes (50 MiB). */
export const MAX_FILE_BYTES = 50 * 1024 * 1024

/** Returns the accepted file for a name's extension, or null. */
export function getAcceptedFile(name: string): AcceptedFile | null {
  const ending = name.match(/\.([A-Za-z]+)$/)?.[1]?.toLowerCase()
  return acceptedFiles.find((file) => file.ending === ending) ?? null
}
