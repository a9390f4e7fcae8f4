import fs from 'node:fs'
import path from 'node:path'
import type { SiteBackend } from '../backend/site-backend.ts'
import type { Environment } from '../environment.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import type { PeriodicJob } from '../job-runner/periodic.ts'
import { sweepDriveCopies } from '../jobs/drive-sweep.ts'
import { removeFiles } from '../jobs/file-removals.ts'
import { checkSoldFiles } from '../jobs/sold-file-checks.ts'
import { sweepUploadSessions } from '../jobs/upload-session-sweep.ts'
import { importPictures } from '../jobs/picture-imports.ts'
import { sweepOrphanedFiles } from '../jobs/orphaned-files-sweep.ts'
import { openPictures } from '../pictures/pictures.ts'
import type { UploadSessionRoutes } from '../uploads/upload-session-rules.ts'
import { UploadSessions } from '../uploads/upload-sessions.ts'
import { SharedUploadSessions } from '../uploads/shared-upload-sessions.ts'
import type { BackendService } from './backend.ts'
import { type Service, Services } from './services.ts'

export type FileServices = Service & {
  pictures: ReturnType<typeof openPictures>
  /** A directory for files that are being received, empty at the start. */
  receivingDirectory: string
  uploadSessions: UploadSessionRoutes
  removals: PeriodicJob
}

/** Starts the drawing of pictures, the upload sessions, and the jobs that copy, import and remove files. */
export function startFiles(env: Environment, { backend, embedded }: BackendService, jobs: Jobs): FileServices {
  const services = new Services()
  const pictures = openPictures(env.dataDirectory)
  services.add({ stop: () => pictures.end() })
  const receivingDirectory = path.join(env.dataDirectory, 'receiving')
  // Unfinished files of an earlier process are useless.
  fs.rmSync(receivingDirectory, { recursive: true, force: true })
  createDirectory(receivingDirectory)
  const uploadSessions = openUploadSessions(backend, env, receivingDirectory)
  services.add(sweepUploadSessions(uploadSessions, jobs.add('upload-sessions')))
  const removals = services.add(removeFiles(backend, jobs.add('file removals')))
  services.add(sweepDriveCopies(backend, jobs.add('drive copies')))
  services.add(sweepOrphanedFiles(backend, jobs.add('stray files'), embedded))
  services.add(checkSoldFiles(backend, jobs.add('files of sold works')))
  services.add(importPictures(backend, jobs.add('pictures of other sites')))
  return { pictures, receivingDirectory, uploadSessions, removals, stop: () => services.stop() }
}

/**
 * Stores upload sessions in a hosted backend, for all its processes. Without its secret key each process has its own.
 */
function openUploadSessions(backend: SiteBackend, env: Environment, receivingDirectory: string): UploadSessionRoutes {
  const { kind, url, secretKey, fetch } = backend
  return kind === 'hosted' && secretKey !== null
    ? new SharedUploadSessions({ url, secretKey, fetch }, receivingDirectory)
    : new UploadSessions(createDirectory(path.join(env.dataDirectory, 'upload-sessions')))
}

function createDirectory(directory: string): string {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return directory
}
