import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ServiceClient } from '#server/service-client.ts'

const fixture = path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf')

export type SoldWork = { id: string; slug: string; title: string; price: number }

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Creates a published platform product with a stored PDF, or this Word document, sold here for 2,500 naira. */
export async function createSoldWork(service: ServiceClient, document?: Uint8Array): Promise<SoldWork> {
  const slug = `care-plan-${randomUUID().slice(0, 8)}`
  const work = { slug, title: `Care plan ${slug.slice(-8)}`, price: 2500 }
  const bytes = document ?? fs.readFileSync(fixture)
  const name = document ? 'plan.docx' : 'plan.pdf'
  const stored = `products/${slug}/${name}`
  const { error } = await service.storage
    .from('material-uploads')
    .upload(stored, bytes, { contentType: document ? WORD : 'application/pdf' })
  if (error) {
    throw error
  }
  const { data } = await service
    .from('research_materials')
    .insert({ ...work, category: 'client_care_study', subject_area: 'Midwifery' })
    .select('id')
    .single()
    .throwOnError()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { position: 1, path: stored, name, label: 'Care plan', extent: '', format: document ? 'Word' : 'PDF', sha256 }
  await service.rpc('add_platform_files', { material: data.id, files: [file] }).throwOnError()
  return { ...data, ...work }
}
