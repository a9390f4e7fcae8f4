/*
 * Runs before each test file. Property tests draw their inputs from a fixed seed, so a run repeats exactly. `npm run
 * test:hard` draws a new one; `TEST_SEED` repeats it. fast-check prints the seed of a failure.
 */
import * as fc from 'fast-check'

const drawn = process.env.LAMPLIGHT_HARD === '1' ? Math.floor(Math.random() * 2 ** 31) : 20261122

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? drawn) })
