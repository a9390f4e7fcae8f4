import type { Enums } from '#app/services/database.ts'
import type { MaterialCategory } from '../materials/categories.ts'
import { getLabel, uploadCategories } from '../uploads/labels.ts'

/** The checklist before an approval. */
export const checklist = [
  { name: 'opens', label: 'It opens', hint: 'And is what its title says.' },
  { name: 'own_work', label: "It is the student's own work", hint: 'Not copied, not sold elsewhere, not seen here before.' },
  { name: 'no_names', label: 'No names of patients or students', hint: 'Nor photos, file numbers or signatures.' },
  {
    name: 'chapters_complete',
    label: 'Its chapters are complete',
    hint: 'For its kind: a care study has other parts than a thesis.',
  },
] as const

/** One more line, only if another student sent the same file. */
export const sameFileCheck = {
  name: 'same_file',
  label: 'The same file of another student is explained',
} as const
export type Check = (typeof checklist)[number]['name'] | typeof sameFileCheck.name

/** Returns the suggested category for an upload category (docs/glossary.md). */
export function categoryFor(uploadCategory: string): MaterialCategory {
  switch (uploadCategory) {
    case 'research_project':
      return 'research_project'
    case 'thesis':
      return 'thesis'
    case 'assignment':
      return 'seminar'
    case 'care_plan':
    case 'case_study':
      return 'client_care_study'
    default:
      return 'proposal'
  }
}

/** Returns the label of an upload category for reviewers: that of the catalogue, where students know it by another name. */
export function getReviewLabel(uploadCategory: string): string {
  return uploadCategory === 'case_study'
    ? getLabel(categoryChoices, categoryFor(uploadCategory))
    : getLabel(uploadCategories, uploadCategory)
}

/** The five stored categories, distinguished by the label on the preview page. */
export const categoryChoices: readonly { value: MaterialCategory; label: string }[] = [
  { value: 'research_project', label: 'Research project' },
  { value: 'thesis', label: 'Thesis' },
  { value: 'seminar', label: 'Seminar' },
  { value: 'client_care_study', label: 'Client care study' },
  { value: 'proposal', label: 'Proposal' },
]

type Decision = Enums['review_decision'] | Enums['review_reopening'] | Enums['upload_approval']
/** A reason why a decision was rejected: the database's, or a problem of the stored file. */
export type Refusal = Exclude<Decision, 'ok'> | 'file_changed' | 'file_missing' | 'not_stampable' | 'unread'

/** Reasons why a decision was rejected, shown at the form. */
export const refusals: Record<Refusal, string> = {
  changed:
    'A decision was made, or the student sent a new file or new words, after you opened this. Check it again before you decide.',
  gone: 'The student withdrew this upload.',
  slug_taken: 'Check the marked fields.',
  unchecked: 'Tick the four lines of the checklist first.',
  same_file: 'Another student sent the same file. Look at both, then tick the last line of the checklist.',
  not_agreed:
    'The student has not agreed to the terms yet, so it cannot be approved. The student’s dashboard asks for the agreement; you can write to the student with "Ask for changes".',
  file_changed:
    'The stored file is not the one that was sent, so it cannot be approved. Ask the student to send the file again with "Ask for changes".',
  file_missing: 'The file is not in the storage. Ask the student to send it again with "Ask for changes".',
  not_stampable:
    'This PDF cannot be stamped for its buyers: it opens only with a password, or is damaged. Ask for a file without a password with "Ask for changes".',
  unread: 'The file has not been read for this review yet. Read the file, check it, then approve.',
  too_late: 'It cannot be undone: its file is being removed.',
}
