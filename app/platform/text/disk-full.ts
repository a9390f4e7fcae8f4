/** Explains on a page why nothing can be saved while the disk of the database is full. */
export const DISK_FULL =
  'We cannot save anything at the moment, because our disk is full. You can still read every page. Try again later.'

/** Explains the same for files, which are rejected earlier than other changes. */
export const DISK_FULL_FOR_FILES =
  'We cannot store new files at the moment, because our disk is full. Nothing you entered is lost. Try again later'
