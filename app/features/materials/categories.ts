/** The categories of materials, with their labels and cover classes (docs/glossary.md). */
export const materialCategories = [
  { stored: 'research_project', label: 'research project', pageLabel: 'projects', cover: '' },
  { stored: 'thesis', label: 'research project', pageLabel: 'research', cover: 'c-thesis' },
  { stored: 'seminar', label: 'seminar', pageLabel: 'seminars', cover: 'c-seminar' },
  { stored: 'client_care_study', label: 'client care study', pageLabel: 'case-studies', cover: 'c-study' },
  { stored: 'proposal', label: 'proposal', pageLabel: 'proposals', cover: 'c-proposal' },
  { stored: 'study_aid', label: 'study aid', pageLabel: 'study aid', cover: 'c-other' },
] as const

export type MaterialCategory = (typeof materialCategories)[number]['stored']

/** The categories of the marketplace filter, in order: those of SPEC 9, then our own study aids. */
export const marketplaceLabels = ['research project', 'seminar', 'client care study', 'proposal', 'study aid'] as const
export type MarketplaceLabel = (typeof marketplaceLabels)[number]

/** Returns the stored values of a marketplace label, or all without one. */
export function storedCategories(label: MarketplaceLabel | null): MaterialCategory[] {
  return materialCategories.filter((category) => label === null || category.label === label).map(({ stored }) => stored)
}

/** Returns the labels of a stored category; an unknown one is shown without underscores. */
export function getCategory(stored: string): { label: string; pageLabel: string; cover: string } {
  return (
    materialCategories.find((category) => category.stored === stored) ?? {
      label: stored.replaceAll('_', ' '),
      pageLabel: stored.replaceAll('_', ' '),
      cover: 'c-other',
    }
  )
}
