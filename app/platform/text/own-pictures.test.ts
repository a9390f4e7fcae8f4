import { expect, test } from 'vitest'
import { avatarUrl, picturePath, pictureAt } from './own-pictures.ts'

const own = picturePath('posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-1200x800.webp')

test('pictureAt returns the public address and size of our picture', () => {
  expect(pictureAt(own, '')).toEqual({ src: own, width: 1200, height: 800 })
  expect(pictureAt(own, 'https://abc.supabase.co')).toEqual({ src: `https://abc.supabase.co${own}`, width: 1200, height: 800 })
})

test.each(['https://lamplight.example', 'https://abc.supabase.co', 'http://localhost:3000'])(
  'pictureAt accepts the whole address copied from a page at %s',
  (origin) => {
    expect(pictureAt(origin + own, 'https://abc.supabase.co')?.src).toBe(`https://abc.supabase.co${own}`)
  },
)

test.each([
  '',
  null,
  'http://example.com/a.png',
  'https://example.com/a.png',
  `https://example.com/other${own}`,
  `https://example.com${own}?x=1`,
  `//example.com${own}`,
  '//example.com/a.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '/auth/sign-out',
  '/storage/v1/object/public/product-files/avatars/a.png',
  `${own}?x=1`,
  `/storage/v1/object/public/product-files/posts/../${own}`,
])('pictureAt rejects %j', (address) => {
  expect(pictureAt(address, '')).toBeNull()
})

const sized = (size: string) => own.replace('1200x800', size)

test('avatarUrl accepts only small square pictures', () => {
  const avatar = sized('132x132')
  expect(avatarUrl(avatar, 'https://abc.supabase.co')).toEqual({
    src: `https://abc.supabase.co${avatar}`,
    width: 132,
    height: 132,
  })
  for (const address of [own, sized('132x131'), sized('133x133'), `https://example.com/other${avatar}`, '', null]) {
    expect(avatarUrl(address, ''), String(address)).toBeNull()
  }
})
