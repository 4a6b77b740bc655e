import { expect, test } from 'vitest'
import type { Card } from './card.ts'
import { withPreview } from './head.ts'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="the shop" />
    <meta property="og:title" content="the shop" />
    <title>Talad</title>
  </head>
  <body><div id="root"></div></body>
</html>
`
const card: Card = {
  language: 'th',
  site: 'Talad',
  over: '',
  name: '',
  caption: '',
  price: undefined,
  pictures: [],
}
const about = { origin: 'https://talad.example', language: 'th', site: 'Talad' } as const
const shared = (text: string) => ({
  title: text,
  description: text,
  path: '/collection/x',
  card,
  image: '/share/x.jpg',
})

test('WB-1 tells title, words, picture and the one address, and no longer what the page said of the site', () => {
  const html = withPreview(page, shared('ปลากัด'), about)
  expect(html).toContain('<html lang="th"')
  expect(html).toContain('<title>ปลากัด · Talad</title>')
  expect(html).toContain('<link rel="canonical" href="https://talad.example/collection/x" />')
  expect(html).toContain('<meta property="og:image" content="https://talad.example/share/x.jpg" />')
  expect(html.match(/<title/g)).toHaveLength(1)
  expect(html.match(/name="description"/g)).toHaveLength(1)
  expect(html.match(/property="og:title"/g)).toHaveLength(1)
})

test.each([
  '</title><script>alert(1)</script>',
  '"><script>alert(1)</script>',
  '"\' onload=alert(1) x="',
  '</head><body onload=alert(1)>',
  '<!--><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  "$& $` $' $1 </head>",
  '<svg/onload=alert(1)>\u2028\u0000',
  '\ud800<script>',
  '`<x y=z>`',
])('B39 a name like %j stays text', (payload) => {
  const plain = withPreview(page, shared('X'), about)
  const html = withPreview(page, shared(payload), about)
  const tags = (text: string) => text.match(/<[^>]*>/g)?.map((tag) => tag.replace(/content="[^"]*"/g, ''))
  expect(tags(html)).toEqual(tags(plain))
  expect(html).not.toMatch(/<script|<svg|<img|<!--/)
  expect(html.match(/content="/g)).toHaveLength(plain.match(/content="/g)?.length ?? 0)
})
