import { FetchError, ResponseError } from '@talad/proto/http/client'
import type { Endpoint } from '@talad/proto/http/contract'
import { rejections as orderBook } from '@talad/proto/http/order-book/rejections'
import { inWords, type RejectionRow } from '@talad/proto/http/rejection-row'
import { manifests } from '@talad/services/manifests'
import { capitalised } from '@talad/ui/i18n/rejections'
import { beforeAll, expect, test, vi } from 'vitest'
import { bringRefusals, messageOf, textOfCode } from './rejection-texts.ts'
import { rejections as shop } from './shop-rejections.ts'

const page = vi.hoisted((): { language: 'th' | 'en' } => ({ language: 'th' }))
vi.mock('@talad/ui/i18n/language', async (original) => ({
  ...(await original<object>()),
  currentLanguage: () => page.language,
}))
beforeAll(bringRefusals)

const rows = manifests.flatMap(({ rejections }): [string, RejectionRow][] => Object.entries(rejections))
/** What a call may be answered with: what its contract lists, and what the gateway says in front of every service. */
const codes = manifests.flatMap(({ name, contract, rejections }) => [
  ...Object.values(contract).flatMap(({ errors = [] }: Endpoint) => errors.map((code) => code.toUpperCase())),
  ...(name === 'gateway' ? Object.keys(rejections) : []),
])

function refusal(code: string, message: string, about: object = {}) {
  return new ResponseError(400, { type: '', title: '', status: 400, code, message, requestId: '', ...about })
}

test('WB-17 every code that a call may be answered with has one row, in both languages', () => {
  expect(codes.length).toBeGreaterThan(60)
  const known = new Set(rows.map(([code]) => code))
  expect([...new Set(codes)].filter((code) => !known.has(code))).toEqual([])
  const thai = /[\u0e00-\u0e7f]/
  expect(rows.filter(([, { th, en }]) => !thai.test(th) || thai.test(en) || en === '')).toEqual([])
  const valuesOf = (text: string) => (text.match(/\{(?!reason|symbol)\w+\}/g) ?? []).toSorted().join()
  expect(rows.filter(([, { th, en }]) => valuesOf(th) !== valuesOf(en))).toEqual([])
})

test('WB-17 the shop has the row of whatever its calls may be answered with', () => {
  const ofTheShop = manifests
    .flatMap(({ contract }) => Object.values(contract))
    .filter(({ auth }: Endpoint) => ['visitor', 'user', 'customer', 'kyc'].includes(auth.kind))
    .flatMap(({ errors = [] }: Endpoint) => errors.map((code) => code.toUpperCase()))
  expect([...new Set(ofTheShop)].filter((code) => !Object.hasOwn(shop, code))).toEqual([])
})

test.each(['th', 'en'] as const)('WB-17 in %s the shop shows the words of the API', (language) => {
  page.language = language
  const seen = (text: string) => text.replaceAll('\u2060', '')
  for (const [code, row] of rows.filter(([one]) => Object.hasOwn(shop, one))) {
    const names = [...row[language].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 7])
    const about = { field: 'amount', details: Object.fromEntries(names) }
    const said = inWords(row[language], about)
    expect(seen(messageOf(refusal(code.toLowerCase(), 'x', about)))).toBe(capitalised(said))
  }
  page.language = 'th'
})

test('WB-3 has no text for a code that it does not know', () => {
  expect(textOfCode('made_up')).toBeUndefined()
  expect(textOfCode('constructor')).toBeUndefined()
})

test('M§8 shows the text of the server with a capital first letter when the code is unknown', () => {
  expect(messageOf(refusal('made_up', 'some new refusal'))).toBe('Some new refusal')
  expect(capitalised('')).toBe('')
})

test('WB-17 shows the text of the catalogue when the code is known, whatever the server wrote', () => {
  expect(messageOf(refusal('order_not_found', 'x'))).toBe(orderBook.ORDER_NOT_FOUND.th)
  expect(messageOf(new FetchError(undefined))).toMatch(/^เชื่อมต่อ/)
})
