// A thread of buildProducts: builds its share of the products and returns what the manifest says of them.
import { parentPort, workerData } from 'node:worker_threads'
import { buildEach } from './build.ts'

const { slugs, output } = workerData as { slugs: string[]; output: string }
// The rule is about windows; a thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await buildEach(slugs, output))
