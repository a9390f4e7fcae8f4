/* A search without results is counted by the end of its process, unless its visitor opened a partial match. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { startApp } from '../support/start-app.ts'

test('a search counts as missed unless its visitor opens one of its partial matches', async () => {
  const site = await startApp()
  try {
    const getRelated = async (address: string) => {
      const { text } = await ask(site.url + address)
      const main = text.slice(text.indexOf('<main'), text.indexOf('<footer'))
      return [...main.matchAll(/<a [^>]*href="(\/(?:material-preview\/|topics-directory\?search=)[^"]+)"/g)].map(([, to = '']) =>
        to.replaceAll('&amp;', '&'),
      )
    }
    const open = (address = '/nothing-came-near') => ask(site.url + address)

    const [kidneys] = await getRelated('/marketplace?search=glaucoma+wombat')
    expect((await open(kidneys)).status).toBe(200)
    const [either] = await getRelated('/search?q=tetanus+wombat')
    expect((await open(either)).status).toBe(200)
    const topics = await getRelated('/topics-directory?search=wombat+epilepsy')
    expect((await open(topics.find((to) => !to.includes('wombat')))).status).toBe(200)

    await getRelated('/marketplace?search=cholera+wombat')
    await open('/material-preview/medication-adherence-hypertension-enugu')
    await getRelated('/topics-directory?search=wombat+stroke')
    await getRelated('/search?q=zzwombat')
    // The visitor typed on: the beginning does not count.
    await getRelated('/marketplace?search=wombat')
    await getRelated('/marketplace?search=wombat+quokka')
    await site.running.stop()

    const { openPglite } = await import('#server/backend/database.ts')
    const database = await openPglite(path.join(site.dataDirectory, 'postgres'))
    try {
      expect(await database.query(`select kind, words, visitors from public.missed_searches order by 1, 2`)).toEqual([
        { kind: 'material', words: 'cholera wombat', visitors: 1 },
        { kind: 'material', words: 'wombat quokka', visitors: 1 },
        { kind: 'material', words: 'zzwombat', visitors: 1 },
        { kind: 'topic', words: 'wombat stroke', visitors: 1 },
      ])
    } finally {
      await database.close()
    }
  } finally {
    await site.end()
  }
})
