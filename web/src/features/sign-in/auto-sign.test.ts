import { expect, test } from 'vitest'
import { type Asked, whereAfterSigning } from './auto-sign.ts'

const phone: Asked = {
  redirectUrl: null,
  origin: 'https://talad.test',
  userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile Safari/537.36 SomeWallet/7.1',
  hasWallet: true,
}
const to = (redirectUrl: string) => whereAfterSigning({ ...phone, redirectUrl })

test('WB-13 a signature is asked for by itself only in the browser of a wallet app', () => {
  expect(whereAfterSigning(phone)).toBe('')
  expect(whereAfterSigning({ ...phone, hasWallet: false })).toBeUndefined()
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Safari/537.36'
  expect(whereAfterSigning({ ...phone, userAgent: desktop })).toBeUndefined()
})

test('WB-13 never for an address that leads off our hosts', () => {
  expect(to('/assets/kub/0x1/2?tab=offers#a')).toBe('/assets/kub/0x1/2?tab=offers#a')
  expect(to('https://talad.test/account')).toBe('/account')
  for (const elsewhere of [
    ...['https://evil.example/', '//evil.example', '/\\evil.example', 'https://talad.test.evil.example'],
    ...['https://talad.test@evil.example', 'http://talad.test/account', 'javascript:alert(1)', 'data:,x'],
    ...['https://', 'https://talad.test:444/'],
  ])
    expect([elsewhere, to(elsewhere)]).toEqual([elsewhere, undefined])
})
