import { behindThePages, expect, test } from './app.ts'
import { newWork } from './new-work.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

// No script affects this form; users.test.ts sends it with a script.
test.describe('a comment with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('of a guest survives signing in, waits for review, and is shown after it', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const work = await newWork(app, `Wound dressing without a script`)
    const user = await newStudent(page, app, 'Kemi')
    await page.context().clearCookies()

    await page.goto(`${app.url}/material-preview/${work}`)
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page.getByLabel('Your comment')).toHaveAccessibleDescription(/Write something first/)

    const words = 'The tool in the appendix is clear & short.\nI cited it: "well done" <b>'
    await page.getByLabel('Your comment').fill(words)
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page).toHaveURL(/\/auth\?next=/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByLabel('Your comment')).toHaveValue(words)
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page.getByText('Comment received')).toBeVisible()
    await expect(page.locator('#your-comment').getByRole('status')).toHaveText(
      'We have your comment. It waits for a check, then it is shown here.',
    )
    await expect(page.getByLabel('Your comment')).toHaveValue('')
    await expect(page.locator('.talk')).toHaveCount(0)

    const adminClient = behindThePages(app)
    const { data } = await adminClient
      .from('material_comments')
      .select('body, comment_status, author_name, research_materials!inner(slug)')
      .eq('research_materials.slug', work)
      .single()
    expect(data).toMatchObject({ body: words, comment_status: 'pending', author_name: 'Kemi' })
    // Nobody reviews this comment, and other journeys check the pending ones.
    await adminClient.from('material_comments').delete().eq('body', words).throwOnError()
  })
})

test('is shown as text after its review, with first name and school', async ({ page, app }) => {
  const adminClient = behindThePages(app)
  const work = await newWork(app, 'Cough and crowding in hostels', { sample: true })
  const { data: material } = await adminClient.from('research_materials').select('id').eq('slug', work).single()
  const { data: profile } = await adminClient.from('profiles').select('id').eq('first_name', 'Adaeze').single()
  const { error } = await adminClient.from('material_comments').insert({
    material_id: material?.id ?? '',
    profile_id: profile?.id ?? '',
    body: '<script>document.title="stolen"</script> useful',
    comment_status: 'shown',
  })
  expect(error).toBeNull()
  await page.goto(`${app.url}/material-preview/${work}`)
  await expect(page.getByText('<script>document.title="stolen"</script> useful')).toBeVisible()
  await expect(page.getByText(/^Adaeze · Sample School of Nursing · \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByText(/^Lamplight\. \(n\.d\.\)\. .*written as an example\]\. http.*cough-and-crowding/)).toBeVisible()
})
