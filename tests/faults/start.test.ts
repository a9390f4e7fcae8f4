/* Starts on a data directory with the remains of a fault. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { onSharedBackend, startSite } from '../process/sites.ts'
import { freePort, runToEnd, temporaryDirectory } from '../support/processes.ts'

test.each(['backend-keys.json', 'demo-accounts.json', 'paystack-simulator.json'])(
  'the start exits with one sentence when %s is a directory',
  async (name) => {
    const directory = temporaryDirectory()
    const entry = path.join(directory.path, name)
    fs.mkdirSync(entry)
    const { code, output } = await runToEnd(['server/main.ts'], { DATA_DIR: directory.path, PORT: String(await freePort()) })
    expect(output).toBe(
      `${entry} is not a file, but Lamplight needs a file there. Move it away or put the right one back from a backup, then start again.\n`,
    )
    expect(code).toBe(1)
    expect(fs.readdirSync(directory.path)).toEqual([name])
    directory.remove()
  },
)

test('a start removes the unfinished files of a killed process', async () => {
  const directory = temporaryDirectory()
  const left = ['mail/.2026-11-20.part', 'order-files/a.pdf.part', 'pictures/b.png.4711.part'].map((name) =>
    path.join(directory.path, name),
  )
  const mail = path.join(directory.path, 'mail/2026-11-20.eml')
  for (const file of [...left, mail]) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, 'half')
  }
  const site = await startSite(onSharedBackend, directory)
  expect(left.filter((file) => fs.existsSync(file))).toEqual([])
  expect(fs.existsSync(mail)).toBe(true)
  await site.end()
})
