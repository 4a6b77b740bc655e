import { expect, test } from 'vitest'
import { isDrawn, lookOf, withFirstPage } from './page.ts'

const page = `<!doctype html>
<html lang="th">
  <head>
    <title>Talad</title>
    <link rel="modulepreload" crossorigin data-app href="/assets/app-1.js">
    <link rel="modulepreload" crossorigin href="/assets/boot-1.js">
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>`
const drawn = {
  body: '<h1>ร้าน</h1>',
  head: '<link rel="preload" as="image" href="/p.webp"/>',
  data: '{"a":1}',
}

test('puts what was drawn where the app will be, and takes the app itself out of its way', () => {
  const html = withFirstPage(page, drawn, { language: 'en', theme: 'dark' })
  expect(html).toContain('<div id="root"><div style="display:contents" data-drawn><h1>ร้าน</h1></div></div>')
  expect(html).toContain('<script type="application/json" id="first-page">{"a":1}</script>')
  expect(html).toContain('<html lang="en" data-theme="dark">')
  expect(html).toContain('as="image" href="/p.webp"/></head>')
  expect(html).not.toContain('app-1.js')
  expect(html).toContain('boot-1.js')
})

test('takes what strangers have written as it is', () => {
  const body = "$& $` $' $1 </head>"
  expect(withFirstPage(page, { ...drawn, body }, { language: 'th', theme: undefined })).toContain(body)
})

test('WB-17 draws in the first language of the site and in the colours of the system unless a browser has noted otherwise', () => {
  const both = ['th', 'en'] as const
  expect(lookOf(undefined, both)).toEqual({ language: 'th', theme: undefined })
  const noted = 'a=b; talad.language=en; talad.theme=light'
  expect(lookOf(noted, both)).toEqual({ language: 'en', theme: 'light' })
  expect(lookOf(noted, ['th']).language).toBe('th') // GW-5: the site has no other
  expect(lookOf('', ['en', 'th']).language).toBe('en')
  const odd = 'talad.language="><script>; talad.theme=x'
  expect(lookOf(odd, both)).toEqual({ language: 'th', theme: undefined })
})

test('WB-1 draws home, explore, collections, assets and the account, and no address that may hold a secret', () => {
  const address = `0x${'a'.repeat(40)}`
  for (const path of ['', 'account', 'explore', 'collection/betta', `assets/jfin/${address}/7`])
    expect([path, isDrawn(path)]).toEqual([path, true])
  for (const path of [
    'auth/join',
    'auth/web3',
    'payment/return',
    'sign-in',
    address,
    'collection',
    'assets/x',
  ])
    expect([path, isDrawn(path)]).toEqual([path, false])
})
