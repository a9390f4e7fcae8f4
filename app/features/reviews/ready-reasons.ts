/** A reason that a reviewer chooses and edits; `key` is unique among both lists. */
export type ReadyReason = { key: string; label: string; text: string }

/** Frequent reasons for "Ask for changes". */
export const readyChanges: readonly ReadyReason[] = [
  {
    key: 'names',
    label: 'Names in it',
    text: 'Please remove the names of patients, students and lecturers, photos, file numbers and signatures. Then send the file again.',
  },
  {
    key: 'chapters',
    label: 'Chapters missing',
    text: 'Chapters are missing. Please send the complete work in one file, from the abstract to the references.',
  },
  {
    key: 'references',
    label: 'References',
    text: 'Please add the list of references, and check that each source in the text is in it.',
  },
  {
    key: 'file',
    label: 'File does not open',
    text: 'The file does not open, or only with a password. Please save it without a password and send it again.',
  },
]

/** Frequent reasons for a rejection. */
export const readyRejections: readonly ReadyReason[] = [
  {
    key: 'copied',
    label: 'Not their own work',
    text: 'We found this work elsewhere. We only sell works that the students who upload them wrote themselves.',
  },
  { key: 'twice', label: 'Here already', text: 'We have this work already, from you or from another student.' },
  {
    key: 'subject',
    label: 'Not nursing',
    text: 'This work is not about nursing or health, and our readers look for nothing else.',
  },
]
