import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { createReadStream, openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { RouterContextProvider } from 'react-router'
import type { DeliveredFile } from '#functions/_shared/delivered-files.ts'
import { type ContentFault, getContentFault } from '#functions/_shared/file-content.ts'
import { hashFile } from '#functions/_shared/file-hash.ts'
import type { ReceivedForm } from '#app/platform/forms/receive-form.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import { referenceContext } from '#app/services/response.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { HashedFile, ClaimedUpload } from '#app/services/uploads.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { cutText, safeText } from '#app/platform/text/safe-text.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { getAcceptedFile } from './accepted-files.ts'
import { fileReason, type StoredUpload, ONLY_DOCUMENTS } from './check-upload.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The result of the check: a file whose type fits its name and its content, or the error for its field. Both are null
 * for a form without a file.
 */
export type CheckedFile = { file: (HashedFile & { kind: DeliveredFile }) | null; reason: string | null }
/** `of` finds the type of a file by its name, null for a rejected file; `others` names the accepted types. */
export type FileTypes = { of(name: string): DeliveredFile | null; others: string }
const studentFileTypes: FileTypes = { of: getAcceptedFile, others: ONLY_DOCUMENTS }

const GONE = 'This file is no longer here, or is still being sent. Look at your uploads, then choose it again'
const BROKEN = 'The file did not arrive whole. Choose it again and send it once more'
const TOO_LARGE = 'This file is larger than 50 MB. Save it with smaller pictures, or as PDF'
const getContentReasons = ({ ending }: DeliveredFile): Record<ContentFault, string> => ({
  other: `This is not a ${ending.toUpperCase()} file, whatever its name says. Save it again from the program it was written in`,
  locked: 'This file is locked with a password. Remove the password in the program it was written in, then save it again',
  incomplete: 'The end of this file is missing. See whether it opens on your device, then save it again and choose it',
})
const SHA256 = /^[0-9a-f]{64}$/

/** Returns the reason why the content of a file does not fit its type, or null. */
export async function contentReason(file: Blob, kind: DeliveredFile): Promise<string | null> {
  const fault = await getContentFault(file, kind)
  return fault && getContentReasons(kind)[fault]
}

/**
 * The file of a form, received with the form or in chunks before it (docs/decisions/0011). Call `find`, `check`,
 * `store` in this order, and always `end` last.
 */
export class ArrivedFile {
  /**
   * Its hash in hexadecimal: computed once from its bytes, or as the sender stated it for a file that is not here.
   * Empty if neither is known.
   */
  readonly sha256: string
  readonly #context: Context
  readonly #person: CurrentUser
  readonly #form: ReceivedForm
  readonly #uploadSession: ClaimedUpload | null
  readonly #file: HashedFile | null
  readonly #types: FileTypes
  #checked: CheckedFile['file'] = null

  private constructor(
    context: Context,
    user: CurrentUser,
    form: ReceivedForm,
    uploadSession: ClaimedUpload | null,
    file: HashedFile | null,
    types: FileTypes,
  ) {
    this.#context = context
    this.#person = user
    this.#form = form
    this.#uploadSession = uploadSession
    this.#file = file
    this.#types = types
    this.sha256 = file?.sha256 ?? (uploadSessionIdFrom(form) ? statedHash(form) : '')
  }

  /**
   * Finds the file of a form, and hashes it unless that was done during the upload. If that fails, it removes the file
   * and throws.
   */
  static async find(
    form: ReceivedForm,
    context: Context,
    user: CurrentUser,
    types: FileTypes = studentFileTypes,
  ): Promise<ArrivedFile> {
    const id = uploadSessionIdFrom(form)
    const uploadSession = id ? await context.get(siteContext).uploadSessions.claim(user.userId, id) : null
    try {
      const file =
        form.file ??
        (uploadSession && { ...uploadSession.file, sha256: await hashFile(createReadStream(uploadSession.file.path)) })
      return new ArrivedFile(context, user, form, uploadSession, file, types)
    } catch (error) {
      await form.discard()
      await uploadSession?.release()
      throw error
    }
  }

  /** Checks name, size, hash and content. */
  async check(): Promise<CheckedFile> {
    const check = await this.#check()
    this.#checked = check.file
    return check
  }

  async #check(): Promise<CheckedFile> {
    const file = this.#file
    const stated = statedHash(this.#form)
    if (!file) {
      return { file, reason: this.#reasonForNone() }
    }
    if (this.#uploadSession && stated !== '' && stated !== file.sha256) {
      return { file: null, reason: BROKEN }
    }
    const kind = this.#types.of(file.name)
    const reason = fileReason(file, this.#types.of, this.#types.others)
    if (!kind || reason) {
      return { file: null, reason: reason ?? this.#types.others }
    }
    const fault = await contentReason(await openAsBlob(file.path), kind)
    return fault ? { file: null, reason: fault } : { file: { ...file, kind }, reason: null }
  }

  #reasonForNone(): string | null {
    const { fileName, tooLarge } = this.#form
    if (uploadSessionIdFrom(this.#form)) {
      return GONE
    }
    // A file that was not received, because other fields have errors, has only its name.
    return tooLarge
      ? TOO_LARGE
      : fileReason(fileName === null ? null : { name: fileName, size: 1 }, this.#types.of, this.#types.others)
  }

  /** Returns false if the checked file is a PDF that cannot be stamped for its buyers. */
  async isSellable(): Promise<boolean> {
    const { path, kind } = this.#checkedFile()
    return kind.ending !== 'pdf' || this.#context.get(siteContext).canStamp(path)
  }

  /** The sender's name of the checked file, without the characters that private.is_safe_file_name rejects. */
  get shownName(): string {
    return shownName(this.#checkedFile().name)
  }

  /**
   * Streams the checked file into the private bucket with the user's own token (supabase-js would read it into memory).
   * @returns its path: {userId}/{timestamp}-{filename} (SPEC 7).
   * @throws if storage rejected it or failed.
   */
  async store(): Promise<string> {
    const { path, name, size, kind } = this.#checkedFile()
    const storedPath = `${this.#person.userId}/${Date.now()}-${storedName(name, kind)}`
    const backend = this.#context.get(backendContext)
    const response = await backend.fetch(`${backend.url}/storage/v1/object/material-uploads/${storedPath}`, {
      method: 'POST',
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${this.#person.accessToken}`,
        'content-type': kind.type,
        'content-length': String(size),
        'x-upsert': 'false',
      },
      body: Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit)
    if (!response.ok) {
      throw new Error(`Could not store the file: status ${response.status}`)
    }
    await response.body?.cancel()
    return storedPath
  }

  /**
   * Saves the checked file for the same user's next attempt, so that they need not send 40 MB twice. Null if there is
   * none, or the disk is full.
   */
  async keep(): Promise<StoredUpload | null> {
    if (!this.#checked) {
      return null
    }
    const { name, size, sha256 } = this.#checked
    const { uploadSessions } = this.#context.get(siteContext)
    const id = this.#uploadSession
      ? uploadSessionIdFrom(this.#form)
      : await uploadSessions.keep(this.#person.userId, this.#checked).catch((error: unknown) => this.#log('save', error))
    return id ? { id, name, size, sha256 } : null
  }

  /**
   * Removes everything that is not needed any more: all of it if the file was sent in or rejected, otherwise all that
   * `keep` does not need. Does not reject.
   */
  async end(outcome: 'sent' | 'not sent'): Promise<void> {
    await this.#form.discard()
    const mayBeSentAgain = outcome === 'not sent' && this.#checked !== null
    await (mayBeSentAgain ? this.#uploadSession?.release() : this.#uploadSession?.remove())?.catch((error: unknown) =>
      this.#log('remove', error),
    )
  }

  #checkedFile(): NonNullable<CheckedFile['file']> {
    if (!this.#checked) {
      throw new Error('Could not use the file: it was not checked, or was rejected')
    }
    return this.#checked
  }

  /** Logs that the file could not be saved or removed. The upload continues. */
  #log(verb: string, error: unknown): null {
    const reference = this.#context.get(referenceContext)
    log.error({ event: 'upload.file_failed', reference, verb, error: errorMessage(error) }, `Could not ${verb} a received file`)
    return null
  }
}

const serialize = queuePerKey()

/**
 * Runs work on a file of a user after other work on the same file: the second of two forms finds the result of the
 * first. `file` is the result of `fileKey`, or the file's SHA-256.
 */
export function waitForFile<T>(user: CurrentUser, file: string, work: () => Promise<T>): Promise<T> {
  return serialize(`${user.userId} ${file}`, work)
}

/**
 * Returns a key of a form's file before it is looked up: its hash, computed or stated, or the id of its upload session.
 */
export function fileKey(form: ReceivedForm): string {
  return form.file?.sha256 ?? (statedHash(form) || uploadSessionIdFrom(form))
}

/** Returns the id of the file that arrived before its form, or '' if the form contains a file. */
function uploadSessionIdFrom({ fileName, fields }: ReceivedForm): string {
  return fileName === null ? (fields.uploadSession ?? '') : ''
}

function statedHash({ fields: { sha256 = '' } }: ReceivedForm): string {
  return SHA256.test(sha256) ? sha256 : ''
}

/**
 * Returns a name that every storage accepts, derived from the user's file name. Its only dot is before the extension.
 */
export function storedName(name: string, accepted: DeliveredFile): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 100)
    .replace(/[^A-Za-z0-9]+$/, '')
  return `${stem || 'file'}.${accepted.ending}`
}

/** Returns the file's own name for display, without the characters that private.is_safe_file_name rejects. */
export function shownName(name: string): string {
  const shown = safeText(name)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\]/g, '-')
    .trim()
  return shown.length > 300 ? `${cutText(shown, 250)}…${shown.slice(-40).replace(/^[\p{Cs}\p{M}]+/u, '')}` : shown || 'file'
}
