// The tools of a production site on one app: backup while it runs, doctor, metrics, the log as JSON, and its end during
// a backup.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { requestCopy } from '#server/backend/control-socket.ts'
import { backupParts } from '#tools/backup/read.ts'
import { freePort, runToEnd, start, temporaryDirectory, until } from '../support/processes.ts'
import { ask } from '../support/http.ts'
import { newAddress, signUp, signUpFields } from '../support/emails.ts'
import { startedOnce, startSite, whenOver } from './sites.ts'

const BACKUP_PASSPHRASE = 'four words for a lamp'

// It starts seven programs, one after the other.
test(
  'a running site supports backup, doctor, metrics and JSON logs, and ends at once during a backup',
  { timeout: 600_000 },
  async () => {
    const metricsPort = await freePort()
    // Without the sample content, whose rows take seconds to write (tools/backup/backup.test.ts compares every row).
    const site = await startSite(
      { METRICS_PORT: String(metricsPort), LOG_FORMAT: 'json', SEED: 'none' },
      await startedOnce('none'),
    )
    for (const name of ['ada', 'bola']) {
      expect((await signUp(site.url, signUpFields(newAddress(name)))).status).toBe(303)
    }
    const place = temporaryDirectory()
    whenOver(() => place.remove())
    const variables = { DATA_DIR: site.dataDirectory, BACKUP_PASSPHRASE }
    const copies = path.join(site.dataDirectory, 'backup-copy')

    const file = path.join(place.path, 'lamplight.backup')
    // With all optimisations of V8: the key is derived twice, which takes almost twice as long without.
    const backup = start(process.execPath, ['tools/backup.ts', file], variables)
    expect(await backup.ended, backup.output()).toBe(0)
    expect(backup.output()).toMatch(/\d+ rows of \d+ tables, 0 files and the keys, as of 20/)
    let users = 0
    for await (const part of backupParts(file, BACKUP_PASSPHRASE)) {
      users += part.kind === 'rows' && part.table === 'auth.users' ? part.lines.length : 0
    }
    expect(users).toBe(2)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    // A second file of the name is rejected, and so is a restore into a place that is in use.
    expect(await runToEnd(['tools/backup.ts', file], variables)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/lamplight\.backup exists already\. Name a file that does not exist yet\.\n$/) as string,
    })
    expect((await runToEnd(['tools/restore.ts', file], variables)).output).toContain('is not empty. Name a DATA_DIR')
    expect(await runToEnd(['tools/backup.ts', file], { DATA_DIR: site.dataDirectory })).toMatchObject({
      code: 1,
      output: expect.stringContaining('A backup is encrypted. Set BACKUP_PASSPHRASE') as string,
    })

    const doctor = await runToEnd(['tools/doctor.ts', '--mail', 'ope@example.com'], { DATA_DIR: site.dataDirectory })
    expect(doctor.code).toBe(0)
    expect(doctor.output).toContain('A test email is on its way to ope@example.com.')
    expect(doctor.output).toMatch(/^LOOK {2}backups: There is no backup in .*\/backups yet\.$/m)
    expect(doctor.output).toMatch(/0 wrong, \d to be looked at\.\n$/)
    const mails = path.join(site.dataDirectory, 'mail')
    expect(
      fs
        .readdirSync(mails)
        .map((name) => fs.readFileSync(path.join(mails, name), 'utf8'))
        .join(''),
    ).toContain('A test mail from Lamplight')

    await ask(`${site.url}/`)
    const metrics = await ask(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(metrics.text).toMatch(/lamplight_http_request_seconds_count\{method="GET",status="2xx"\} [1-9]/)
    expect(metrics.text).toMatch(/lamplight_job_rounds\{job="mails"\} [1-9]/)
    expect((await ask(`${site.url}/metrics`)).status).toBe(404)
    for (const line of site.running.output().trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        time: expect.stringMatching(/Z$/) as string,
        level: expect.stringMatching(/^(info|warn|error)$/) as string,
        event: expect.any(String) as string,
        message: expect.any(String) as string,
      })
    }

    await until(() => !fs.existsSync(copies), site.running)
    const copy = await requestCopy(site.dataDirectory)
    expect(fs.existsSync(copy?.database ?? '')).toBe(true)
    await expect(requestCopy(site.dataDirectory)).rejects.toThrow('Another backup is under way')
    // It would end with 1 if it waited for the backup.
    expect(await site.running.stop()).toBe(0)
    copy?.leave()
  },
)
