import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive. Its bytes are asked for when those before it are gone. */
export type Entry = { name: string; changed: Date; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/**
 * The answer that downloads an archive under this name. It is made while it is sent.
 * @throws when its first piece could not be made; what fails later breaks the download off.
 */
export async function zipAnswer(fileName: string, entries: AsyncIterable<Entry>): Promise<Response> {
  const archive = zipped(entries)
  let first: IteratorResult<Uint8Array> | null = await archive.next()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = first ?? (await archive.next())
        first = null
        if (done) {
          controller.close()
        } else {
          controller.enqueue(value)
        }
      },
      async cancel() {
        await archive.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    },
  })
}

/**
 * An archive as it is made: no more of it is in memory than one piece of one file, and nothing is read that nobody takes. Files are stored as
 * they are, since PDF, Word and pictures are compressed already; texts are compressed. Below 4 GiB (no ZIP64).
 */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  let created: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) {
      throw error
    }
    created.push(chunk)
  })
  function* taken(): Generator<Uint8Array> {
    const chunks = created
    created = []
    yield* chunks
  }
  for await (const { name, changed, content } of entries) {
    const file = /\.(json|txt)$/.test(name) ? new ZipDeflate(name) : new ZipPassThrough(name)
    file.mtime = changed
    zip.add(file)
    for await (const chunk of content) {
      file.push(chunk)
      yield* taken()
    }
    file.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
