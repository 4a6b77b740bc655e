import { expect, test } from 'vitest'
import { pageOf } from './pages.ts'

test.each([
  '',
  'account',
  'account/history',
  'collection/temple-bells',
  `assets/jfin/0x${'a'.repeat(40)}/7`,
  'auth/web3',
  'favourites',
  'explore',
  'people/มะลิ',
  'about/help',
  'search',
])('WB-1 /%s is a page', (path) => {
  expect(pageOf(path)).toBe('page')
})

test('WB-2 an address of a wallet at the root is a page', () => {
  expect(pageOf(`0x${'aB'.repeat(20)}`)).toBe('page')
})

test('WB-2 a name of the name service at the root may be a page, words and files are none', () => {
  for (const path of ['mali.talad', 'ร้าน.มะลิ.talad']) expect(pageOf(path)).toBe('chain-name')
  for (const path of ['mali.talad/more', 'mali', 'mali.', '.mali']) expect(pageOf(path)).toBe('unknown-page')
})

test.each(['anything', `0x${'a'.repeat(39)}`, `0x${'a'.repeat(40)}/more`, 'wp-admin'])(
  'WB-2 /%s is no page',
  (path) => {
    expect(pageOf(path)).toBe('unknown-page')
  },
)

test.each([
  'api',
  'API/public/v1/assets',
  'api/public/v1/unknown',
  'identity/x',
  'signing/x',
  'media/x',
  'docs/x',
  'assets/index-abc123.js',
  'robots.txt',
  'wp-login.php',
])('GW-2 /%s is nothing for the web app', (path) => {
  expect(pageOf(path)).toBe('not-a-page')
})
