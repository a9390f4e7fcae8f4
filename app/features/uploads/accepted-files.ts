/** The accepted file types, for the form in the browser; the server checks the content. */
export { type AcceptedFile, getAcceptedFile, acceptedFiles, MAX_FILE_BYTES } from '#functions/_shared/accepted-files.ts'
