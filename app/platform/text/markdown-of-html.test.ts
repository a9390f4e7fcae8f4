import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getMarkdown } from './markdown-of-html.server.ts'
import { markdownHtml, storableHtml } from './readable.server.ts'

/** Returns the stored HTML after an admin opens a post and saves it unchanged. */
const savedAgain = (html: string) => storableHtml(markdownHtml(getMarkdown(html)))
/** Removes white space between blocks, which has no meaning. */
const tight = (html: string) =>
  storableHtml(html).replaceAll(
    /\s*(<\/?(?:p|h\d|[uo]l|li|blockquote|table|t[a-z]+|figure|figcaption|hr|pre|br)\b[^>]*>)\s*/g,
    '$1',
  )

const seeds = path.resolve(import.meta.dirname, '../../../supabase/seed/posts')

test.each(fs.readdirSync(seeds))('getMarkdown converts the post %s without loss and without HTML', (file) => {
  const html = markdownHtml(fs.readFileSync(path.join(seeds, file), 'utf8').replace(/^---[\s\S]*?\n---\n/, ''))
  expect(getMarkdown(html)).not.toMatch(/<\/?(p|h\d|ul|ol|li|strong|em|a|table)\b/)
  expect(tight(savedAgain(html))).toBe(tight(html))
})

const picture = '/storage/v1/object/public/product-files/posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-1200x800.webp'

test.each([
  ['a figure', `<figure><img src="${picture}" alt="A chart" /><figcaption>Figure 1</figcaption></figure>`],
  ['a picture', `<p><img src="${picture}" alt="A [chart] of *two* wards" /></p>`],
  ['signs of Markdown', '<p>2 * 3 * 4, a_b_c, [x](y), # 1. - + &lt;b&gt; &amp;amp; `tick` ~~no~~ | \\</p>'],
  ['a line that begins like a list', '<p>1. is no list</p><p>- nor this</p><p># nor a heading</p>'],
  ['chemistry', '<p>SpO<sub>2</sub> and m<sup>2</sup></p>'],
  ['lines of code', '<pre><code>one\n\n  two\n# three</code></pre>'],
  ['two lists, one behind the other', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
  ['a numbered list that begins at four', '<ol start="4"><li>d</li><li>e</li></ol>'],
  ['a list in a list', '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>'],
  ['a list of paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>'],
  ['a quote', '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>'],
  ['a line break', '<p>a<br />b</p>'],
  [
    'a table',
    '<table><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table>',
  ],
  ['a table without a head', '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'],
  ['a link', '<p><a href="https://example.com/a(b)?c=d&amp;e">a</a></p>'],
  ['an address that is no link', '<p>Write https://example.com/ yourself</p>'],
  ['half a word in bold', '<p>un<strong>do</strong>ing <em>a</em><strong>b</strong></p>'],
  ['a block within a list', '<ul><li>a<blockquote><p>b</p></blockquote></li></ul>'],
  ['an empty paragraph', '<p></p><p>a</p>'],
  ['headings', '<h2>a</h2><h3>b <em>c</em></h3><h4>d</h4><hr />'],
])('getMarkdown preserves %s', (_what, html) => {
  expect(tight(savedAgain(html))).toBe(tight(html))
})

test('getMarkdown wraps loose words in a paragraph and removes scripts', () => {
  expect(savedAgain('loose <strong>words</strong><p>a</p><script>alert(1)</script>')).toBe(
    storableHtml('<p>loose <strong>words</strong></p>\n<p>a</p>'),
  )
  expect(savedAgain('<p onclick="x()">a<img src="http://x/y.png"><img src="data:image/png;base64,AA"></p>')).toBe('<p>a</p>')
})
