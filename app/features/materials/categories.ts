/** The categories of materials, with their labels and the bindings of their covers (app/ui/bindings.css, docs/glossary.md). */
export const materialCategories = [
  { stored: 'research_project', label: 'research project', pageLabel: 'projects', binding: '' },
  { stored: 'thesis', label: 'research project', pageLabel: 'research', binding: '' },
  { stored: 'seminar', label: 'seminar', pageLabel: 'seminars', binding: 'k-seminar' },
  { stored: 'client_care_study', label: 'client care study', pageLabel: 'case-studies', binding: 'k-care' },
  { stored: 'proposal', label: 'proposal', pageLabel: 'proposals', binding: 'k-proposal' },
  { stored: 'study_aid', label: 'study aid', pageLabel: 'study aid', binding: 'k-aid' },
] as const

export type MaterialCategory = (typeof materialCategories)[number]['stored']

/** The stored list category of outlines, which lists show apart from works. */
export const OUTLINE = 'outline'

/** The categories of the marketplace filter, in order: those of SPEC 9, then our own study aids and outlines. */
export const marketplaceLabels = ['research project', 'seminar', 'client care study', 'proposal', 'study aid', OUTLINE] as const
export type MarketplaceLabel = (typeof marketplaceLabels)[number]

/** Returns the stored list categories of a marketplace label. */
export function listCategories(label: MarketplaceLabel): string[] {
  return label === OUTLINE
    ? [OUTLINE]
    : materialCategories.filter((category) => category.label === label).map(({ stored }) => stored)
}

/** Returns the labels of a stored category; an unknown one is shown without underscores, a draft without one as material. */
export function getCategory(stored: string): { label: string; pageLabel: string; binding: string } {
  const words = stored.replaceAll('_', ' ') || 'material'
  return materialCategories.find((category) => category.stored === stored) ?? { label: words, pageLabel: words, binding: '' }
}
