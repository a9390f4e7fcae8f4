// The upload form is filled in from its file: with a script while the student types, without one when the form returns.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { temporaryDirectory } from '../support/processes.ts'
import { docx, pdf } from '../support/works.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, type TestApp, test } from './app.ts'
import { newStudent } from './test-user.ts'
import { openOptional } from './upload-form.ts'

const SENT = /^Material uploaded successfully!/
const FROM_FILE = /Filled in from your file/

const folder = temporaryDirectory()
test.afterAll(() => folder.remove())

const abstract = 'This study assessed how nurses on two wards measure the pain of a child who cannot speak yet.'
let works = 0
/** Writes a work with a title page, each with another title. */
function aWork(ending: 'pdf' | 'docx'): { file: string; title: string } {
  works += 1
  const title = `PAIN ASSESSMENT AMONG PAEDIATRIC NURSES ${works} ${ending.toUpperCase()}`
  const page = [title, 'BY', 'ADA OBI', 'JULY, 2023']
  const file = path.join(folder.path, `work-${works}.${ending}`)
  const chapter = ['CHAPTER ONE', 'INTRODUCTION', `${abstract} `.repeat(5).trim()]
  fs.writeFileSync(
    file,
    ending === 'docx'
      ? docx([...page, 'ABSTRACT', abstract, ...chapter])
      : pdf([page.map((line) => `# ${line}`), ['# ABSTRACT', abstract], chapter.map((line) => `# ${line}`)]),
  )
  return { file, title }
}

const listSessions = (app: TestApp) => fs.readdirSync(path.join(app.dataDirectory, 'upload-sessions'))
/** The sessions of files that other journeys chose and did not send. */
let earlier: ReadonlySet<string> = new Set()
test.beforeEach(({ app }) => {
  earlier = new Set(listSessions(app))
})

const upload = (page: Page) => page.getByRole('button', { name: 'Upload Material' }).click()

test('a field that the file fills in is no longer called empty', async ({ page, app }) => {
  await newStudent(page, app, 'Bola')
  await page.goto(`${app.url}/upload-materials`)
  await upload(page)
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give it a title/)
  await page.getByLabel('File').setInputFiles(aWork('pdf').file)
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(FROM_FILE)
  await expect(page.getByLabel('Title')).not.toHaveAccessibleDescription(/Give it a title/)
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription('Choose a category')
  await page.getByLabel('Category').selectOption('care_plan')
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible()
})

for (const [ending, format, pages] of [
  ['docx', 'Word', '54'],
  ['pdf', 'PDF', '3'],
] as const) {
  test(`a ${ending} fills in the form, and what the student changes is stored`, async ({ page, app }) => {
    await newStudent(page, app, 'Zainab')
    await page.goto(`${app.url}/upload-materials`)
    const { file, title } = aWork(ending)
    await openOptional(page)
    await page.getByLabel('Institution').fill('School of Nursing, Enugu')
    await page.getByLabel('File').setInputFiles(file)
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(page.getByLabel('Format')).toHaveValue(format)
    await expect(page.getByLabel('Pages')).toHaveValue(pages)
    await expect(page.getByLabel('Year', { exact: false })).toHaveValue('2023')
    await expect(page.getByLabel('Description')).toHaveValue(abstract)
    for (const field of ['Title', 'Format', 'Pages', 'Year', 'Description']) {
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(FROM_FILE)
    }
    await expect(page.getByRole('status')).toContainText('Some fields are filled in from it')
    await expect(page.getByLabel('Institution')).toHaveValue('School of Nursing, Enugu')
    await isInOrderInBothThemes(page)

    await page.getByLabel('Pages').fill('60')
    await expect(page.getByLabel('Pages')).not.toHaveAccessibleDescription(FROM_FILE)
    await page.getByLabel('Category').selectOption('research_project')
    await upload(page)
    await expect(page.getByText(SENT)).toBeVisible()
    const { data } = await behindThePages(app).from('material_uploads').select('*').eq('title', title).single()
    expect(data).toMatchObject({ format, pages: 60, year_of_study: 2023, description: abstract, category: 'research_project' })
    // The file was sent once, before the form.
    expect(listSessions(app).filter((name) => !earlier.has(name))).toEqual([])
    expect(fs.readdirSync(path.join(app.dataDirectory, 'receiving'))).toEqual([])
  })
}

test('a value that the student typed or emptied is not overwritten by the file', async ({ page, app }) => {
  await newStudent(page, app, 'Yemisi')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('The title of the student')
  await openOptional(page)
  await page.getByLabel('Pages').fill('7')
  await page.getByLabel('Pages').fill('')
  await page.getByLabel('File').setInputFiles(aWork('docx').file)
  await expect(page.getByLabel('Format')).toHaveValue('Word')
  await expect(page.getByLabel('Title')).toHaveValue('The title of the student')
  await expect(page.getByLabel('Title')).not.toHaveAccessibleDescription(FROM_FILE)
  await expect(page.getByLabel('Pages')).toHaveValue('')

  // Another file replaces the values of the first one, and nothing else.
  await page.getByLabel('File').setInputFiles(aWork('pdf').file)
  await expect(page.getByLabel('Format')).toHaveValue('PDF')
  await expect(page.getByLabel('Title')).toHaveValue('The title of the student')
})

test('an invalid optional field says what is wrong at the field, and the file is not sent again', async ({ page, app }) => {
  await newStudent(page, app, 'Xenia')
  await page.goto(`${app.url}/upload-materials`)
  const { file, title } = aWork('pdf')
  const chunks: string[] = []
  page.on('request', (request) => request.url().includes('/uploads/receive') && chunks.push(request.method()))
  await page.getByLabel('File').setInputFiles(file)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  const sent = chunks.length
  await page.getByLabel('Category').selectOption('thesis')
  await openOptional(page)
  await page.getByLabel('Pages').fill('many')
  await upload(page)
  await expect(page.getByLabel('Pages')).toHaveAccessibleDescription(/A whole number, such as 54/)
  await expect(page.locator('[aria-invalid]')).toHaveCount(1)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByLabel('Pages').fill('54')
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible()
  expect(chunks).toHaveLength(sent)
})

test('a file that has arrived stays after a reload, and another replaces what was read from it', async ({ page, app }) => {
  await newStudent(page, app, 'Rita')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/upload-materials`)
  expect((await page.getByLabel('Choose your file').boundingBox())?.height).toBeGreaterThanOrEqual(56)
  const [first, second] = [aWork('docx'), aWork('pdf')]
  await page.getByLabel('File').setInputFiles(first.file)
  await expect(page.locator('.drop')).toContainText(/work-\d+\.docx · \d+ kB/)
  await expect(page.getByLabel('Title')).toHaveValue(first.title)
  await page.getByLabel('Category').selectOption('thesis')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('thesis')
  await expect(page).toHaveURL(/\?file=/)
  await page.reload()
  await expect(page.locator('.drop')).toContainText(/work-\d+\.docx has arrived and is saved/)
  await expect(page.getByText('You were sending')).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue(first.title)
  await expect(page.getByLabel('Category')).toHaveValue('thesis')

  await page.getByLabel('File').setInputFiles(second.file)
  await expect(page.getByLabel('Title')).toHaveValue(second.title)
  await expect(page.getByLabel('Format')).toHaveValue('PDF')
  await expect(page.getByLabel('Category')).toHaveValue('thesis')
  await page.reload()
  await expect(page.locator('.drop')).toContainText(/work-\d+\.pdf has arrived and is saved/)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/upload-materials`)
  const { data } = await behindThePages(app).from('material_uploads').select('file_name').eq('title', second.title).single()
  expect(data?.file_name).toBe(path.basename(second.file))
})

test('the content of a file is checked when it arrives, before the form is sent', async ({ page, app }) => {
  await newStudent(page, app, 'Obi')
  await page.goto(`${app.url}/upload-materials`)
  const file = path.join(folder.path, 'picture.pdf')
  fs.writeFileSync(file, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await page.getByLabel('File').setInputFiles(file)
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/This is not a PDF file, whatever its name says/)
  await page.getByLabel('File').setInputFiles(aWork('pdf').file)
  await expect(page.getByLabel('File')).not.toHaveAccessibleDescription(/This is not a PDF file/)
  await expect(page.getByLabel('Format')).toHaveValue('PDF')
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('an incomplete form comes back filled in from its file, which is stored', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Wale')
    await page.goto(`${app.url}/upload-materials`)
    const { file, title } = aWork('docx')
    await openOptional(page)
    await page.getByLabel('Pages').fill('41')
    await page.getByLabel('File').setInputFiles(file)
    await upload(page)
    await expect(page.getByRole('alert')).toContainText('Please fill in all required fields')
    await expect(page.getByRole('alert')).toContainText('Some fields are filled in from your file.')
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription(FROM_FILE)
    await expect(page.getByLabel('Format')).toHaveValue('Word')
    await expect(page.getByLabel('Pages')).toHaveValue('41')
    await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/Choose a category/)
    await expect(page.getByText(/has arrived and is saved/)).toBeVisible()

    await page.getByLabel('Category').selectOption('case_study')
    await upload(page)
    await expect(page.getByText(SENT)).toBeVisible()
    const { data } = await behindThePages(app).from('material_uploads').select('*').eq('title', title).single()
    expect(data).toMatchObject({ format: 'Word', pages: 41, year_of_study: 2023, category: 'case_study' })
  })

  test('the first step preserves a title that was typed before it', async ({ page, app }) => {
    await newStudent(page, app, 'Bisi')
    await page.goto(`${app.url}/upload-materials`)
    const { file } = aWork('pdf')
    await page.getByLabel('Title').fill('Typed before the file')
    await page.getByLabel('File').setInputFiles(file)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Your file has arrived. Check the rest, then send it.')
    await expect(page.getByLabel('Title')).toHaveValue('Typed before the file')
    await expect(page.getByLabel('Format')).toHaveValue('PDF')
    await page.getByLabel('Category').selectOption('thesis')
    await upload(page)
    await expect(page.getByText(SENT)).toBeVisible()
  })

  test('the first step stores the file, which a reload keeps, and the next sends it', async ({ page, app }) => {
    await newStudent(page, app, 'Temi')
    await page.goto(`${app.url}/upload-materials`)
    const { file, title } = aWork('pdf')
    await page.getByLabel('File').setInputFiles(file)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\?file=/)
    await page.goto(page.url())
    await expect(page.locator('.drop')).toContainText(`${path.basename(file)} has arrived and is saved`)
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await expect(page.getByLabel('Format')).toHaveValue('PDF')
    await page.getByLabel('Category').selectOption('thesis')
    await upload(page)
    await expect(page.getByText(SENT)).toBeVisible()
    expect(listSessions(app).filter((name) => !earlier.has(name))).toEqual([])
  })
})
