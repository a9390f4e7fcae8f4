import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { behindThePages, expect, type TestApp, test } from './app.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { newWork } from './new-work.ts'

test.use({ fixture: 'isolated' })

test('the home page shows a new product with its price as soon as an admin saves it', async ({ page, app, browser }) => {
  const visitor = await elsewhere(browser)
  await visitor.goto(app.url)
  await expect(visitor.getByRole('heading', { name: 'Newest in the shop' })).toHaveCount(0)
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Browse Materials' }).first()).toBeVisible()

  const slug = await newWork(app, 'Hand washing at home')
  const { data } = await behindThePages(app).from('research_materials').select('id').eq('slug', slug).single().throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/${data.id}`)
  await page.getByLabel('Price in naira').fill('2500')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await visitor.goto(app.url)
  await expect(visitor.getByRole('heading', { name: 'Newest in the shop' })).toBeVisible()
  await expect(visitor.locator('.hero').getByText('₦2,500')).toBeVisible()
  await isInOrderInBothThemes(visitor)
  await visitor.locator('.hero').getByRole('link', { name: 'Hand washing at home' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Hand washing at home')
  await visitor.context().close()
})

/** Adds works whose titles have these lengths, and saves one in the console, so that the home page shows them at once. */
async function addCovers(app: TestApp, browser: Browser, lengths: readonly number[]): Promise<void> {
  const words = 'Knowledge and practice of infection prevention among student nurses in teaching hospitals of Kwara State today '
  const { data } = await behindThePages(app)
    .from('research_materials')
    .insert(
      lengths.map((length, at) => ({
        slug: `cover-${lengths.join('-')}-${at}`,
        title: words.slice(0, length).trim(),
        subject_area: at % 2 === 0 ? 'Community health nursing' : 'Obstetric and gynaecological nursing',
        category: 'client_care_study',
        price: 3000,
        selar_link: 'https://selar.co/x',
        published_at: new Date().toISOString(),
      })),
    )
    .select('id')
    .throwOnError()
  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin/catalogue/materials/${data[0]!.id}`)
  await console.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(console.getByText('Saved', { exact: true })).toBeVisible()
  await console.context().close()
}

test('no cover on the home page cuts its subject', async ({ page, app, browser }) => {
  await addCovers(app, browser, [30, 44, 56, 62, 69, 72, 84, 110])
  for (const width of [360, 768, 1104, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${app.url}/?at=${width}`)
    await expect(page.locator('.spine')).toHaveCount(8)
    const cut = await page.locator('.spine').evaluateAll((spines) =>
      spines.flatMap((spine) => {
        const subject = spine.querySelector('.subj')
        const below = (subject?.getBoundingClientRect().bottom ?? 0) - spine.getBoundingClientRect().bottom
        return below > 1 ? [`${spine.textContent}: ${below} px`] : []
      }),
    )
    expect(cut, `at ${width} px`).toEqual([])
  }
})

test.describe('covers with titles as long as those of our products', () => {
  test.use({ bypassCSP: true })

  test('look the same when nothing may be cut off', async ({ page, app, browser }) => {
    await addCovers(app, browser, [30, 36, 44, 50, 56, 60, 62, 66])
    const spines = page.locator('.spine')
    const getPictures = async () => {
      const pictures: Uint8Array[] = []
      for (const spine of await spines.all()) {
        pictures.push(
          await sharp(await spine.screenshot())
            .greyscale()
            .raw()
            .toBuffer(),
        )
      }
      return pictures
    }
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(app.url)
      await expect(spines).toHaveCount(8)
      const before = await getPictures()
      await page.addStyleTag({ content: '.spine, .spine .name a { overflow: visible; -webkit-line-clamp: none }' })
      const after = await getPictures()
      // A few pixels at the edges of letters are drawn differently.
      const differing = before.map(
        (picture, at) => picture.filter((grey, pixel) => Math.abs(grey - (after[at]?.[pixel] ?? 0)) > 48).length,
      )
      expect(Math.max(...differing), `at ${width} px`).toBeLessThan(40)
    }
  })
})

test('no word of a subject or a step is broken on a phone, also with text of twice the size', async ({ page, app }) => {
  const browser = await page.context().newCDPSession(page)
  await page.goto(app.url)
  await expect(page.locator('.subjects a')).not.toHaveCount(0)
  for (const standard of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } })
    // A word that is broken has two boxes.
    const broken = await page.locator('.subjects a > span:last-child, .steps p').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const range = document.createRange()
        const text = element.firstChild as Text
        return [...(text.textContent ?? '').matchAll(/[^\s-]+/g)].flatMap((word) => {
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          return range.getClientRects().length > 1 ? [word[0]] : []
        })
      }),
    )
    expect(broken, `text of ${standard} px`).toEqual([])
  }
})

test.describe('a visitor with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('calculates the earnings of a work on the home page', async ({ page, app }) => {
    await page.goto(app.url)
    await page.getByText('What would yours earn?').click()
    await page.getByLabel('Price in naira').fill('4000')
    await page.getByLabel('Copies sold').fill('12')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page).toHaveURL(/\?price=4000&copies=12#earn$/)
    await expect(page.getByRole('row', { name: '12 students pay' })).toContainText('₦48,000')
    await expect(page.getByRole('row', { name: 'You receive' })).toContainText('₦24,000')
  })
})
