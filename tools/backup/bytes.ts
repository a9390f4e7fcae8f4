/** Returns a web stream of the chunks, for libraries that accept no iterable. */
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

/** Yields the chunks of an untyped stream. @throws when one is not bytes. */
export async function* getBytes(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) {
      throw new TypeError('A stream of bytes holds something else')
    }
    yield chunk
  }
}

/** Reads bytes to their end and discards them. */
export async function readToEnd(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]()
  while (!(await chunks.next()).done) {
    // The producer counts or compares the bytes.
  }
}
