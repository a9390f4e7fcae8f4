import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { pdf } from '#tests/support/works.ts'
import type { ServiceClient } from '../service-client.ts'
import { OrderFiles } from './order-files.ts'

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-order-files-'))
const opened: OrderFiles[] = []
afterAll(async () => {
  await Promise.all(opened.map((files) => files.end()))
  fs.rmSync(directory, { recursive: true, force: true })
})

async function encrypted(userPassword: string): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(pdf([['# A thesis']]))
  document.encrypt({ userPassword, ownerPassword: 'owner' })
  return new Uint8Array(await document.save())
}

/** Opens the files of orders of a backend whose only work is this PDF. */
function filesOf(work: Uint8Array<ArrayBuffer>): OrderFiles {
  const answers = {
    order_file: {
      outcome: 'ok',
      order: String(opened.length),
      reference: 'LL-0000-0001',
      email: 'ada@mail.ng',
      title: 'A thesis',
      path: 'x/work.pdf',
      name: 'work.pdf',
      sha256: null,
      is_of_several: false,
    },
    consume_download: { outcome: 'ok', download: 1 },
  }
  const client = {
    rpc: (name: keyof typeof answers) => ({ throwOnError: async () => ({ data: answers[name] }) }),
    storage: { from: () => ({ download: async () => ({ data: new Blob([work]), error: null }) }) },
  }
  const files = new OrderFiles(client as unknown as ServiceClient, directory)
  opened.push(files)
  return files
}

test('open sends a PDF that is encrypted without a password with its stamp', async () => {
  const file = await filesOf(await encrypted('')).open('hash', 1, {})
  const bytes = file.outcome === 'ok' ? await new Response(file.body).arrayBuffer() : expect.fail(file.outcome)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  expect(text[0]).toContain('A thesis')
  expect(text[0]).toContain('Licensed to a***@mail.ng, order LL-0000-0001')
})

test.each([
  ['opens only with a password', encrypted('secret')],
  ['is damaged', Promise.resolve(new Uint8Array(Buffer.from('%PDF-1.7 nothing more')))],
])('open does not send a PDF that %s', async (_what, work) => {
  expect(await filesOf(await work).open('hash', 1, {})).toEqual({ outcome: 'unavailable' })
})
