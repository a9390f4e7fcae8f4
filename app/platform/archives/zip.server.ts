import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive. Its content is read after the entries before it were sent. */
export type Entry = { name: string; changed: Date; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

/**
 * Returns the response that downloads an archive, which is built while it is sent.
 * @throws if the first chunk could not be built; a later failure breaks off the download.
 */
export async function zipResponse(fileName: string, entries: AsyncIterable<Entry>): Promise<Response> {
  const archive = createZip(entries)
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
 * Builds an archive lazily, with at most one chunk of one file in memory. PDF, Word and picture files are compressed
 * already, so only texts are compressed. Below 4 GiB (no ZIP64).
 */
export async function* createZip(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
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
    const file = /\.(csv|json|txt)$/.test(name) ? new ZipDeflate(name) : new ZipPassThrough(name)
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
