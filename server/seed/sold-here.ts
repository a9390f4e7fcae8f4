import type { ServiceClient } from '../service-client.ts'

/** Sells every third sample material here instead of through its outside link, so that a demo shows both. */
export async function sellThirdOfSamples(client: ServiceClient): Promise<void> {
  const samples = await client.from('research_materials').select('id, selar_link').eq('is_sample', true).order('slug')
  if (samples.error) {
    throw new Error(`Could not read the sample materials: ${samples.error.message}`)
  }
  const third = samples.data.filter(({ selar_link }, at) => at % 3 === 1 && selar_link !== null).map(({ id }) => id)
  const { error } = await client.from('research_materials').update({ selar_link: null, sold_here: true }).in('id', third)
  if (error) {
    throw new Error(`Could not sell the sample materials here: ${error.message}`)
  }
}
