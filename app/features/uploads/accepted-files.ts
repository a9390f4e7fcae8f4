/** The files a student may send in, for the form in the browser; the content is checked on the server. */
export {
  type AcceptedFile,
  acceptedFileOf,
  acceptedFiles,
  MOST_FILE_BYTES,
} from '../../../supabase/functions/_shared/accepted-files.ts'
