import { formatSize } from '#app/platform/text/sizes.ts'
import { href } from 'react-router'
import type { Graph, ItemList, LearningResource, Product, WithContext } from 'schema-dts'
import { getCategory } from './categories.ts'
import { getPreviewSection } from './preview-section.ts'
import type { Material, MaterialCard } from './queries.server.ts'
import { getStudyMethod, getProgramme, getReferences } from './study-details.ts'

/** The maximum number of items in structured data (SPEC 9). */
const MAX_LISTED = 20

type Page = { url: string; picture: string; isSold: boolean }

/**
 * Returns the work's structured data, with an offer if it is on sale. Samples are never on sale. It has no rating,
 * because there are no reviews by buyers yet.
 */
export function materialStructuredData(material: Material, page: Page): Graph {
  return {
    '@context': 'https://schema.org',
    '@graph': [getWork(material, page), ...(material.is_sample ? [] : [getProduct(material, page)])],
  }
}

function getWork(material: Material, { url, picture }: Page): LearningResource {
  const kind = getCategory(material.category).label
  return {
    '@type': 'LearningResource',
    '@id': `${url}#work`,
    name: material.title,
    url,
    image: picture,
    inLanguage: 'en',
    learningResourceType: material.is_sample ? `sample ${kind}` : kind,
    ...(material.subject_area ? { about: material.subject_area } : {}),
    ...(material.abstract ? { abstract: material.abstract } : {}),
    ...(getProgramme(material) ? { educationalLevel: getProgramme(material) ?? '' } : {}),
    ...(material.full_contents
      ? { hasPart: material.full_contents.map((name) => ({ '@type': 'CreativeWork' as const, name })) }
      : {}),
    ...(material.file_size === null
      ? {}
      : {
          encoding: {
            '@type': 'MediaObject',
            contentSize: formatSize(material.file_size),
            ...(material.format && material.format in MEDIA_TYPES ? { encodingFormat: MEDIA_TYPES[material.format] ?? '' } : {}),
            ...(material.file_date ? { uploadDate: material.file_date } : {}),
          },
        }),
  }
}

/** The media types of the stored formats. Word and PowerPoint get the newer type, because nearly all files have it. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  PDF: 'application/pdf',
  Word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  PowerPoint: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

function getProduct(material: Material, { url, picture, isSold }: Page): Product {
  const open = getPreviewSection(material)
  const properties = [
    ...getStudyMethod(material),
    { term: 'References', words: getReferences(material) },
    { term: 'Instrument included', words: material.instrument_included === null ? null : yesOrNo(material.instrument_included) },
    { term: 'Pages', words: material.pages === null ? null : String(material.pages) },
  ].flatMap(({ term, words }) => (words === null ? [] : [{ '@type': 'PropertyValue' as const, name: term, value: words }]))
  return {
    '@type': 'Product',
    name: material.title,
    category: getCategory(material.category).label,
    description: [material.subject_area && `${material.subject_area}.`, open && `Free to read: ${open.inSentence}.`]
      .filter(Boolean)
      .join(' '),
    url,
    image: picture,
    subjectOf: { '@id': `${url}#work` },
    ...(properties.length > 0 ? { additionalProperty: properties } : {}),
    offers: {
      '@type': 'Offer',
      price: material.price,
      priceCurrency: 'NGN',
      availability: isSold ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      url,
    },
  }
}

const yesOrNo = (holds: boolean) => (holds ? 'yes' : 'no')

/** Returns the list of the first works in the results, with the addresses of their pages. */
export function catalogueStructuredData(materials: readonly MaterialCard[], site: string): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: materials.slice(0, MAX_LISTED).map(({ slug }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      url: `${site}${href('/material-preview/:key', { key: slug })}`,
    })),
  }
}
