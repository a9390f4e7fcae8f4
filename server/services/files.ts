import fs from 'node:fs'
import path from 'node:path'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Environment } from '../environment.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import type { Rounds } from '../job-runner/periodic.ts'
import { sweepDriveCopies } from '../jobs/drive-sweep.ts'
import { removeFiles } from '../jobs/file-removals.ts'
import { sweepUploadSessions } from '../jobs/upload-session-sweep.ts'
import { importPictures } from '../jobs/picture-imports.ts'
import { sweepStrayFiles } from '../jobs/orphaned-files-sweep.ts'
import { openPictures } from '../pictures/pictures.ts'
import type { ReceivingPartials } from '../uploads/partial-rules.ts'
import { Partials } from '../uploads/partials.ts'
import { SharedPartials } from '../uploads/shared-partials.ts'
import type { BackendService } from './backend.ts'
import { type Service, Services } from './services.ts'

export type FileServices = Service & {
  pictures: ReturnType<typeof openPictures>
  /** A directory for files that are being received, empty at the start. */
  receivingDirectory: string
  partials: ReceivingPartials
  removals: Rounds
}

/** Starts the drawing of pictures, the partial uploads, and the jobs that copy, import and remove files. */
export function startFiles(env: Environment, { backend, embedded }: BackendService, jobs: Jobs): FileServices {
  const services = new Services()
  const pictures = openPictures(env.dataDirectory)
  services.add({ stop: () => pictures.end() })
  const receivingDirectory = path.join(env.dataDirectory, 'receiving')
  // Unfinished files of an earlier process are of no use.
  fs.rmSync(receivingDirectory, { recursive: true, force: true })
  createDirectory(receivingDirectory)
  const partials = openPartials(backend, env, receivingDirectory)
  services.add(sweepUploadSessions(partials, jobs.add('upload-sessions')))
  const removals = services.add(removeFiles(backend, jobs.add('file removals')))
  services.add(sweepDriveCopies(backend, jobs.add('drive copies')))
  services.add(sweepStrayFiles(backend, jobs.add('stray files'), embedded))
  services.add(importPictures(backend, jobs.add('pictures of other sites')))
  return { pictures, receivingDirectory, partials, removals, stop: () => services.stop() }
}

/** Stores partials in a hosted backend, for all its processes. Without its secret key each process has its own. */
function openPartials(backend: SiteBackend, env: Environment, receivingDirectory: string): ReceivingPartials {
  const { kind, url, secretKey, fetch } = backend
  return kind === 'hosted' && secretKey !== null
    ? new SharedPartials({ url, secretKey, fetch }, receivingDirectory)
    : new Partials(createDirectory(path.join(env.dataDirectory, 'upload-sessions')))
}

function createDirectory(directory: string): string {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}
