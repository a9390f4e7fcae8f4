import { capitalised } from '#app/platform/text/strings.ts'
import type { IconName } from '#app/ui/icon.tsx'

/** Sentences of the upload form that the specification quotes (SPEC 5 and 8). */
export const words = {
  noFile: 'Please select a file to upload',
  missingFields: 'Please fill in all required fields',
  failed: 'Failed to upload material. Please try again.',
} as const

/** The errors of required fields that are empty. The headline above them is `words.missingFields`. */
export const emptyFields = {
  title: 'Give it a title',
  category: 'Choose a category',
  format: 'Choose a format',
  email: 'Type your email',
} as const

/**
 * The toast after an upload (SPEC 8). Only the server sends it, so it is not part of `words`, which the browser loads.
 */
export const uploadSent =
  'Material uploaded successfully! You will receive an email response regarding approval and pricing within 3-5 business days.'

/**
 * The agreement when a work is sent in, with the placeholders of the money rules. Its version is stored with the
 * upload; a change of the text needs a new version. `book_rules` records the share that {half} meant on that day.
 */
export const agreement = {
  version: '2026-11-21',
  terms: 'this is my own work, I may sell it, and {half} of each sale is mine. It must not carry the name of any patient.',
} as const

export const uploadCategories = [
  { value: 'care_plan', label: 'Care Plan' },
  { value: 'research_project', label: 'Research Project' },
  { value: 'case_study', label: 'Case Study' },
  { value: 'assignment', label: 'Assignment' },
  { value: 'thesis', label: 'Thesis' },
  { value: 'other', label: 'Other' },
] as const

export const uploadFormats = [
  { value: 'PDF', label: 'PDF' },
  { value: 'Word', label: 'Word Document' },
  { value: 'PowerPoint', label: 'PowerPoint' },
  { value: 'Other', label: 'Other' },
] as const

/** Returns the label of a stored value, or an unknown value without its underscores. */
export function getLabel(options: readonly { value: string; label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? value.replaceAll('_', ' ')
}

/** Returns the badge of a status, with its own colour and icon, or a neutral style for unknown ones (SPEC 4). */
export function statusBadge(status: string): { look: string; icon: IconName; label: string } {
  const known = status === 'pending' || status === 'approved' || status === 'rejected'
  const label = status.replaceAll('_', ' ')
  return {
    look: known ? status : '',
    icon: known ? status : 'paper',
    label: capitalised(label),
  }
}
