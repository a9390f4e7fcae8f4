// The last step of npm run seal, after the build and the tests.
import { writeSeal } from './digests.ts'

writeSeal()
