import { readSampleContent } from '#server/seed/sample-content.ts'

/** The seed's contents, so that tests of pages count the present records and not fixed numbers. */
export const sample = readSampleContent()

/** The newest post, which is listed first. */
export const newestPost = sample.posts.toSorted((one, other) => (one.head.upload_date < other.head.upload_date ? 1 : -1))[0]

/** Returns the count line of the marketplace for this number of materials. */
export const materialsFound = (count: number): string =>
  `${count.toLocaleString('en-NG')} ${count === 1 ? 'material' : 'materials'} found`

/** Returns the count line of the topics directory for this number of topics. */
export const topicsFound = (count: number): string => `${count.toLocaleString('en-NG')} ${count === 1 ? 'topic' : 'topics'} found`

/** Counts the topics of the seed that contain a text, ignoring case. */
export const topicsWith = (text: string): number =>
  sample.topics.filter(({ row }) => Object.values(row).some((value) => value.toLowerCase().includes(text.toLowerCase()))).length

/** Counts the topics of the seed with this subject area. */
export const topicsIn = (area: string): number => sample.topics.filter(({ row }) => row.subject_area === area).length

export const subjectAreas = new Set(sample.topics.map(({ row }) => row.subject_area))
