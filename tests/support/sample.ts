import { readSampleContent } from '../../server/seed/sample-content.ts'

/** What the seed holds: a test of a page counts what is there, and not what was there when it was written. */
export const sample = readSampleContent()

/** The newest post, which stands first. */
export const newestPost = sample.posts.toSorted((one, other) => (one.head.upload_date < other.head.upload_date ? 1 : -1))[0]

/** The count line of the marketplace for so many materials. */
export const materialsFound = (count: number): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? 'material' : 'materials'} found`

/** The count line of the topics directory for so many topics. */
export const topicsFound = (count: number): string => `${count.toLocaleString('en-NG')} ${count === 1 ? 'topic' : 'topics'} found`

/** How many topics of the seed hold a text, whatever its capitals. */
export const topicsWith = (text: string): number =>
  sample.topics.filter(({ row }) => Object.values(row).some((value) => value.toLowerCase().includes(text.toLowerCase()))).length

/** How many topics of the seed are of a subject area. */
export const topicsIn = (area: string): number => sample.topics.filter(({ row }) => row.subject_area === area).length

export const subjectAreas = new Set(sample.topics.map(({ row }) => row.subject_area))
