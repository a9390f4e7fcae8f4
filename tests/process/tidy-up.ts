/*
 * Runs before each file of process tests: a worker runs many files and imports sites.ts once, so the hook is registered
 * here, for each.
 */
import { afterAll } from 'vitest'
import { tidyUp } from './sites.ts'

afterAll(tidyUp)
