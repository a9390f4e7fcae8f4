import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashFile } from '#functions/_shared/file-hash.ts'
import { onlyThisFile } from './stored-file.server.ts'

const chunks = [new Uint8Array(70_000).fill(1), new Uint8Array(30_000).fill(2), new Uint8Array(5).fill(3)]
const whole = Buffer.concat(chunks)
const sha256 = createHash('sha256').update(whole).digest('hex')
const stream = (of = chunks) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of of) {
        controller.enqueue(chunk)
      }
      controller.close()
    },
  })

/** Returns the bytes that arrive from a stream, and whether it ended without an error. */
async function arriving(from: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const arrived: Uint8Array[] = []
  try {
    for await (const chunk of from) {
      arrived.push(chunk)
    }
    return { bytes: Buffer.concat(arrived), isWhole: true }
  } catch {
    return { bytes: Buffer.concat(arrived), isWhole: false }
  }
}

test('onlyThisFile passes on the file that was sent', async () => {
  const result: string[] = []
  const arrived = await arriving(onlyThisFile(stream(), sha256, async (found) => void result.push(found)))
  expect([arrived.isWhole, arrived.bytes.equals(whole), result]).toEqual([true, true, []])
  expect(await hashFile(stream())).toBe(sha256)
})

test('onlyThisFile never completes a different file and reports its hash', async () => {
  const result: string[] = []
  const tell = async (found: string) => void result.push(found)
  const cut = await arriving(onlyThisFile(stream(), 'a'.repeat(64), tell))
  expect([cut.isWhole, cut.bytes.length]).toEqual([false, 100_000])
  const small = await arriving(onlyThisFile(stream([whole]), 'a'.repeat(64), tell))
  expect([small.isWhole, small.bytes.length]).toEqual([false, 0])
  expect(result).toEqual([sha256, sha256])
})

test('onlyThisFile passes on any file without a stated hash', async () => {
  expect((await arriving(onlyThisFile(stream(), null, async () => {}))).isWhole).toBe(true)
})
