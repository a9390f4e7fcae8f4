import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const CHUNK_BYTES = 1024 * 1024

/**
 * Computes the SHA-256 of a file in the browser, hexadecimal. It reads a megabyte at a time, so that a phone need not
 * load a thesis into memory and the page stays responsive. The browser's own digest accepts only whole files, and only
 * on pages with https.
 * @throws if the file cannot be read, because it was moved or changed since it was chosen.
 */
export async function getHash(file: Blob): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer()))
  }
  return bytesToHex(hash.digest())
}
