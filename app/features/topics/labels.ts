/** The texts of the directory and the topic request, as the specification quotes them (SPEC 2). */
export const words = {
  heading: 'Free Nursing Project Topics Directory Nigeria',
  allAreas: 'All Subject Areas',
  nothing: 'No topics found matching your criteria.',
  nothingHint: 'Try adjusting your search or filter options.',
  near: 'Related topics',
  closest: 'Closest topics, with similar words or initials',
  inside: 'Only inside a longer word',
  unread: 'The list could not be loaded.',
} as const
