/** A web stream of the chunks, for libraries that take no iterable. */
export function getStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) {
        controller.close()
      } else {
        controller.enqueue(value)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** The chunks of a stream whose types do not say that they are bytes. */
export async function* getBytes(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError('A stream of bytes holds something else')
    }
    yield chunk
  }
}

/** Reads bytes to their end and forgets them. */
export async function readToEnd(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]()
  while (!(await chunks.next()).done) {
    // Whoever made the bytes counts or compares them on the way.
  }
}
