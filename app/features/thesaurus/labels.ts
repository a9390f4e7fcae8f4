/** The stored kinds of thesaurus entries. */
export const sorts = ['abbreviation', 'spelling', 'lay word', 'synonym', 'related'] as const

/** Where entries come from: lay usage, clinical and drug terms, Nigerian languages, places, programmes, methods. */
export const sources = ['usage', 'clinical', 'language', 'drug', 'place', 'programme', 'method'] as const
