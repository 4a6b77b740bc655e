import { expect, test } from 'vitest'
import { comparedBy, requireNoIssuers } from './issuers.ts'

const MALI = ['ร้านมะลิ', 'Mali Shop']
const BETTA = ['ปลากัดสยาม · Siam Betta', '...']
const issuer = (names: string[], own = false) => ({ ...comparedBy(names), own })
const issuers = [MALI, BETTA].map((names) => issuer(names))

test.each([
  'Mali Shop',
  'MaIi Shop', // letter by letter
  'mali_shop',
  'รานมะลี', // without its marks
  'Siam Betta Shop', // words that make it no other one
  'Siam Bettas',
  'S1am Betta 2',
  'ปลากัดสยาม',
])('ID-42 %s is as an issuer is called', (name) => {
  expect(() => requireNoIssuers(name, issuers)).toThrow('DISPLAY_NAME_RESERVED')
})

test.each(['Mali', 'Malin Shop', 'Siam', 'Siam Lantern', 'สมชาย'])(
  'ID-42 %s is as no issuer is called',
  (name) => {
    requireNoIssuers(name, issuers)
  },
)

test('ID-42 the name of an issuer is its own, also where another one is called nearly so', () => {
  for (const name of ['MaIi Shop', ...MALI])
    requireNoIssuers(name, [issuer(MALI, true), issuer(['Mali Shop'])])
  requireNoIssuers('Mali Shop', [])
})
