import type { APIRequestContext, Page } from '@playwright/test'
import { behindThePages, expect, type TestApp, test } from './app.ts'
import { asAdmin, isInOrder } from './admin.ts'

// The thesaurus is changed on the shared site. What visitors see is read where nobody adds works: a cached page there may
// be older than a work that another journey added behind the pages.
test.use({ fixture: 'shared' })

const status = (page: Page) => page.getByRole('status')
const titles = (page: Page) => page.locator('#found h2.name, #found h3.name')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a visitor' : 'a visitor with JavaScript off', () => {
    test.use({ fixture: 'pristine', javaScriptEnabled })

    test('finds partially matching topics below exact matches', async ({ page, app }) => {
      await page.goto(`${app.url}/topics-directory`)
      const near = page.locator('#related-topics')
      await expect(near).toBeHidden()
      await page.getByRole('searchbox', { name: 'Course code, subject or word' }).fill('hemodialysis')
      if (!javaScriptEnabled) {
        await page.getByRole('button', { name: 'Search' }).click()
      }
      await expect(page.getByText('No topics found matching your criteria.')).toBeVisible()
      await expect(near.getByRole('heading', { name: 'Related topics' })).toBeVisible()
      await expect(near.getByRole('listitem').first()).toContainText('haemodialysis')
      expect(await near.getByRole('listitem').count()).toBeGreaterThan(2)
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a visitor ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
    test.use({ fixture: 'pristine', javaScriptEnabled })

    const ask = async (page: Page, words: string) => {
      await page.getByRole('searchbox', { name: 'Course code, subject or word' }).fill(words)
      if (!javaScriptEnabled) {
        await page.getByRole('button', { name: 'Search' }).click()
      }
    }

    test('sees in the topics what matched, and how the search was read', async ({ page, app }) => {
      await page.goto(`${app.url}/topics-directory`)
      await ask(page, 'HTN')
      await expect(page.getByText('Also searched: hypertension (HTN).')).toBeVisible()
      await expect(page.locator('#related-topics mark').first()).toHaveText(/^hypertensi(on|ve)$/i)
      await page.getByRole('link', { name: 'Search only what I typed' }).click()
      await expect(page).toHaveURL(/typed=yes/)
      await expect(page.getByText('Also searched')).toBeHidden()

      await ask(page, 'haemodyalysis')
      await expect(page.getByText('No topics found matching your criteria.')).toBeVisible()
      await page.getByText('Did you mean haemodialysis?').getByRole('link').click()
      await expect(page.locator('#topics mark').first()).toHaveText(/^haemodialysis$/i)
      await expect(page.getByText('Did you mean')).toBeHidden()
    })

    test('sees topics of the named programme first, and what topics do not have', async ({ page, app }) => {
      const near = page.locator('#related-topics')
      await page.goto(`${app.url}/topics-directory`)
      await ask(page, 'easy ND seminar topics on malaria')
      await expect(page.getByText('Listed first: ND.')).toBeVisible()
      await expect(near.locator('.level').first()).toHaveText(/\bND\b/)
      const unsearched = page.getByText('so this was not searched: seminar topics.')
      await expect(unsearched.getByRole('link')).toHaveAttribute('href', /\/marketplace\?search=easy.+ND.+seminar/)
      await page.getByRole('link', { name: 'Search without it' }).click()
      await expect(page).toHaveURL(/search=easy.+on.+malaria$/)
      await expect(page.getByText('Listed first')).toBeHidden()
      await expect(unsearched).toBeHidden()
    })

    test('sees the closest topics when no topic matches', async ({ page, app }) => {
      await page.goto(`${app.url}/topics-directory`)
      await ask(page, 'hypatenshun')
      const near = page.locator('#related-topics')
      await expect(near.getByRole('heading', { name: 'Closest topics, with similar words or initials' })).toBeVisible()
      await expect(near.getByRole('listitem').first()).toContainText('hypertension')
      await expect(page.getByText('No topics found matching your criteria.')).toBeVisible()
    })
  })
}

// With a script the marketplace updates while typing: search-while-typing.test.ts.
test.describe('a visitor with JavaScript off', () => {
  test.use({ fixture: 'pristine', javaScriptEnabled: false })

  test('finds works for the beginning of a word', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace?search=diabe`)
    await expect(status(page)).toContainText('Also searched: diabetes (diabe). Search only for diabe.')
    await expect(titles(page).first()).toContainText(/diabetes/i)
    await page.goto(`${app.url}/search?q=diabe`)
    await expect(status(page)).toHaveText('The best of each kind')
    await page.goto(`${app.url}/topics-directory?search=diabe`)
    await expect(page.locator('#count')).toHaveText(/^[1-9]\d* topics found$/)
  })

  test('mistypes, sees the corrected search, and undoes the correction', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace`)
    await page.getByRole('combobox', { name: 'Search' }).fill('diabetis foot')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(status(page)).toContainText('Showing results for diabetes foot. Search for diabetis foot instead.')
    await expect(status(page)).toContainText('best match first')
    await expect(titles(page).first()).toContainText('type 2 diabetes')
    await expect(titles(page).first().getByText('diabetes', { exact: true })).toHaveJSProperty('tagName', 'MARK')
    await page.getByRole('link', { name: 'Search for diabetis foot instead' }).click()
    await expect(page).toHaveURL(/typed=yes/)
    await expect(status(page)).not.toContainText('Showing results for')
    await expect(status(page)).toContainText('Nothing matches “diabetis foot” exactly; these mention it or are close.')
    await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute('href', /topic=diabetis%20foot$/)
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('diabetis foot')
  })

  test('lists works of a named kind and price first, and removes the kind from the search', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace?search=free+seminar+on+jaundice`)
    const first = page.getByRole('list', { name: 'Listed first' })
    await expect(first.getByRole('link')).toHaveText([/^First: free/, /^First: seminar/])
    await expect(titles(page).first()).toContainText('jaundice')
    await first.getByRole('link', { name: 'Search without seminar' }).click()
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('free on jaundice')
    await expect(page.getByRole('list', { name: 'Listed first' }).getByRole('link')).toHaveText([/^First: free/])
  })

  test('says of a passing mention that it is one', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace?search=typhoid+vaccine`)
    await expect(status(page)).toContainText('Nothing matches “typhoid vaccine” exactly; these mention it or are close.')
    await expect(titles(page).first()).toContainText('typhoid')
  })

  test('shows title, search, categories and count in the upper third of the screen', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace`)
    const [title, button, line, first] = await Promise.all([
      page.getByRole('heading', { level: 1 }).boundingBox(),
      page.getByRole('button', { name: 'Filter and sort' }).boundingBox(),
      page.getByText(/^\d+ materials found$/).boundingBox(),
      page.locator('.work').first().boundingBox(),
    ])
    expect(Math.abs((title?.y ?? 0) + (title?.height ?? 0) / 2 - (button?.y ?? 0) - (button?.height ?? 0) / 2)).toBeLessThan(4)
    expect(line?.height).toBeLessThan(24)
    expect(first?.y).toBeLessThan(300)
  })

  test('filters by available values with their counts, and sorts', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace`)
    await expect(status(page)).toContainText('newest first')
    await page.getByRole('button', { name: 'Filter and sort' }).click()
    const free = page.getByRole('radio', { name: /^Free/ })
    const count = Number((await page.locator('#filters label', { hasText: /^\s*Free/ }).textContent())?.match(/\((\d+)\)/)?.[1])
    expect(count).toBeGreaterThan(0)
    await free.check()
    await page.getByRole('radio', { name: 'By title' }).check()
    await expect(page).toHaveURL(`${app.url}/marketplace`)
    await page.getByRole('button', { name: 'Show results' }).click()
    // Without the fields that nobody filled in.
    await expect(page).toHaveURL(`${app.url}/marketplace?price=0&order=title`)
    await expect(status(page)).toContainText(`${count} material`)
    await expect(status(page)).toContainText('by title')
    await expect(page.locator('#found .price').first()).toHaveText(/^Free/)
    await page.getByRole('button', { name: 'Filter and sort (2)' }).click()
    await expect(free).toBeChecked()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Remove Free' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace?order=title`)
    await page.getByRole('link', { name: 'Remove By title' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace`)

    // No work matches both: the page offers other filters.
    await page.goto(`${app.url}/marketplace?search=tetanus&price=0`)
    await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
    await page.getByRole('link', { name: /^Any price: \d/ }).click()
    await expect(page).toHaveURL(/\/marketplace\?search=tetanus$/)
    await expect(titles(page).first()).toContainText('tetanus')
    await page.goto(`${app.url}/marketplace?search=tetanus&price=0&format=PowerPoint`)
    await page.getByRole('link', { name: /^Without these filters: \d/ }).click()
    await expect(page).toHaveURL(/\/marketplace\?search=tetanus$/)
  })
})

test('the choices of the filters on a phone have one focus ring and one line each', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/marketplace`)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  const choices = page.locator('#filters label:has(input)')
  const heights = await choices.evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(48)
  await page.getByRole('radio', { name: 'Newest first' }).focus()
  await page.keyboard.press('ArrowDown')
  const choice = page.locator('#filters input:focus-visible')
  await expect(choice).toHaveCSS('outline-style', 'none')
  await expect(choice.locator('..')).toHaveCSS('outline-style', 'solid')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a search that finds nothing ${javaScriptEnabled ? 'with' : 'without'} a script`, () => {
    test.use({ fixture: 'pristine', javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('shows works with similar words as the closest, apart from results', async ({ page, app }) => {
      await page.goto(`${app.url}/marketplace?search=hypatenshun`)
      await expect(status(page)).toHaveText('0 materials found')
      await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Closest works' })).toBeVisible()
      await expect(page.getByText(/^No work has the words of “hypatenshun”/)).toBeVisible()
      await expect(titles(page).first()).toContainText(/hypertension/i)
      if (javaScriptEnabled) {
        await isInOrder(page)
      }

      await page.goto(`${app.url}/marketplace?search=zzxxqq`)
      await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Closest works' })).toHaveCount(0)
    })
  })
}

test('sees no results for an unrelated search', async ({ page, app }) => {
  await page.goto(`${app.url}/marketplace?search=zzxxqq+wvbnmq`)
  await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
  await expect(status(page)).toHaveText('0 materials found')
})

test('the marketplace with its filters open is accessible', async ({ page, app }) => {
  await page.goto(`${app.url}/marketplace?search=nurses&price=3000`)
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await expect(page.getByRole('combobox', { name: 'Subject area' })).toBeVisible()
  await isInOrder(page)
})

/** Returns the titles that a visitor finds. */
async function found(request: APIRequestContext, { url }: TestApp, words: string): Promise<string[]> {
  const html = await (await request.get(`${url}/marketplace?search=${encodeURIComponent(words)}`)).text()
  const list = html.slice(html.indexOf('id="found"'), html.indexOf('</main>'))
  return [...list.matchAll(/<h([23]) class="name">(.*?)<\/h\1>/gs)].map(([, , title = '']) => title.replaceAll(/<[^>]+>/g, ''))
}

test('a new entry of the thesaurus affects the search at once', async ({ page, app, request }) => {
  expect(await found(request, app, 'lampwick')).toEqual([])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue`)
  await page.getByRole('link', { name: 'Thesaurus' }).click()
  await page.getByRole('link', { name: 'New entry' }).click()
  await page.getByLabel('When this is searched').fill('lampwick')
  await page.getByLabel('Look for this too').fill('tetanus')
  await page.getByLabel('What it is').selectOption('lay word')
  await page.getByLabel('Source').selectOption('usage')
  await isInOrder(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await found(request, app, 'lampwick'))[0]).toContain('tetanus')

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Entry deleted', { exact: true })).toBeVisible()
  expect(await found(request, app, 'lampwick')).toEqual([])
})

test('searches without results of several visitors are listed for the admin with a remedy', async ({ page, app }) => {
  const behind = behindThePages(app)
  const orLog = () => behind.rpc('record_missed_search', { words: 'Wombat nephritis', kind: 'material' }).throwOnError()
  await orLog()
  await orLog()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/missed-searches`)
  await expect(page.getByText('Nothing was missed by three visitors in a week.')).toBeVisible()
  await orLog()
  await page.reload()
  await expect(page.getByText('wombat nephritis', { exact: true })).toBeVisible()
  await expect(page.getByText(/^3 visitors in one week/)).toBeVisible()
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('region', { name: 'Searched for, not found' })).toContainText('wombat nephritis')
  await page.getByRole('link', { name: /^Missed searches, and/ }).click()
  await isInOrder(page)
  await page.getByRole('link', { name: 'Add a synonym' }).click()
  await expect(page.getByLabel('When this is searched')).toHaveValue('wombat nephritis')
})

test('an import of the thesaurus lists its faults', async ({ page, app, request, expectErrors }) => {
  expectErrors(400)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/thesaurus/import`)
  const send = async (text: string) => {
    await page.getByLabel('CSV file').setInputFiles({ name: 't.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Import' }).click()
  }
  await send('term,meaning\nfeverwick,\n')
  await expect(page.getByText('Line 2: Say what else to look for')).toBeVisible()
  await send('term,meaning,sort,both_ways\nfeverwick,glaucoma,lay word,no\n')
  await expect(page.getByText('1 entry imported')).toBeVisible()
  expect((await found(request, app, 'feverwick'))[0]).toContain('glaucoma')
  const file = await page.request.get(`${app.url}/admin/catalogue/thesaurus/export`)
  expect(file.headers()['content-disposition']).toContain('thesaurus-')
  expect(await file.text()).toContain('feverwick,glaucoma,lay word,no')
})
