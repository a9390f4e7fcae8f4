/** The parts of a list of records that are shown and hidden by `published_at`. */
export const publishedParts = ['all', 'shown', 'hidden', 'deleted'] as const

/** Returns their tabs. `hidden` is the label of the records that visitors do not see. */
export function publishedTabs(hidden = 'Hidden') {
  return [
    { show: 'all', label: 'All' },
    { show: 'shown', label: 'On the site' },
    { show: 'hidden', label: hidden },
    { show: 'deleted', label: 'Deleted' },
  ] satisfies { show: (typeof publishedParts)[number]; label: string }[]
}
