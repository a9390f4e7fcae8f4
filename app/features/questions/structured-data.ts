import type { FAQPage, WithContext } from 'schema-dts'
import type { FaqPart } from './queries.server.ts'

/** Returns the questions and their answers for search engines. */
export function faqStructuredData(faq: readonly FaqPart[]): WithContext<FAQPage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faq.flatMap(({ questions }) =>
      questions.map(
        ({ question, answer }) =>
          ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }) as const,
      ),
    ),
  }
}
