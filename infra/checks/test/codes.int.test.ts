import { expect, test } from 'vitest'
import { codesBut, type Unthrown } from '../src/guards/codes.ts'
import { problemsIn } from './plant.ts'

const rows = (...codes: [code: string, status: number][]) =>
  `export const rejections = { ${codes.map(([code, status]) => `${code}: { status: ${status} }`).join(', ')} }\n`

const contract = (...errors: string[]) =>
  `export const shopHttp = { sell: ${JSON.stringify({ service: 'shop', method: 'POST', path: '/sell', errors })} }\n`

const shop = {
  'proto/http/rejections.ts': 'export const commonRejections = { UNKNOWN: { status: 404 } }\n',
  'services/_shared/src/http.ts': 'export const row = commonRejections.UNKNOWN\n',
  'proto/http/shop/rejections.ts': rows(['SOLD_OUT', 409]),
  'services/shop/src/order/decide.ts': "throw new Rejection('SOLD_OUT')\n",
  'proto/http/shop.ts': contract('sold_out', 'unknown'),
}

/** What the guard finds where the shop differs in these files. */
function problems(files: Record<string, string>, listed: Unthrown[] = []): Promise<string[]> {
  return problemsIn(codesBut(listed), { ...shop, ...files })
}

test('GW-8 codes that are declared, described and thrown pass', async () => {
  expect(await problems({})).toEqual([])
})

test('a repository without contracts and services passes', async () => {
  expect(await problemsIn(codesBut([]), {})).toEqual([])
})

const never = 'proto/http/shop/rejections.ts has SOLD_OUT, which shop never throws'

test('GW-8 a row that the service never throws is refused', async () => {
  const files = { 'services/shop/src/order/decide.ts': '', 'proto/http/shop.ts': contract() }
  expect(await problems(files)).toEqual([never])
})

test('GW-8 a code that is only compared with, typed or thrown by a test is not thrown', async () => {
  const code =
    "type Refused = 'SOLD_OUT'\nconst is = code === 'SOLD_OUT' || 'SOLD_OUT' !== code // 'SOLD_OUT'\n"
  const files = {
    'services/shop/src/order/decide.ts': code,
    'services/shop/src/order/decide.test.ts': "throw new Rejection('SOLD_OUT')\n",
    'proto/http/shop.ts': contract(),
  }
  expect(await problems(files)).toEqual([never])
})

test('GW-8 what a decider returns for its caller to throw counts as thrown', async () => {
  const decide = "export const refusal = (left) => (left === 0n ? 'SOLD_OUT' : undefined)\n"
  expect(await problems({ 'services/shop/src/order/decide.ts': decide })).toEqual([])
})

test('GW-8 a code of the contract that nobody throws, and one without a row, are refused', async () => {
  const files = {
    'services/shop/src/order/decide.ts': "throw new Rejection('CLOSED')\n",
    'proto/http/shop.ts': contract('sold_out', 'closed'),
  }
  expect(await problems(files)).toEqual([
    never,
    'POST /sell declares sold_out, which shop never throws',
    'POST /sell declares closed, which has no row in proto/http/shop/rejections.ts',
  ])
})

test('GW-8 a common row that nobody throws is refused', async () => {
  const files = { 'services/_shared/src/http.ts': '', 'proto/http/shop.ts': contract('sold_out') }
  expect(await problems(files)).toEqual(['proto/http/rejections.ts has UNKNOWN, which nobody throws'])
})

test('GW-9 a code with two statuses is refused, in two services and beside the kit', async () => {
  const files = {
    'proto/http/bank/rejections.ts': rows(['SOLD_OUT', 400], ['UNKNOWN', 403]),
    'services/bank/src/decide.ts': "throw new Rejection(x ? 'SOLD_OUT' : 'UNKNOWN')\n",
  }
  expect(await problems(files)).toEqual([
    'UNKNOWN is 404 in _shared and 403 in bank: one code has one status (GW-9)',
    'SOLD_OUT is 400 in bank and 409 in shop: one code has one status (GW-9)',
  ])
})

test('WB-17 a code that says two things in two services is refused, in either language', async () => {
  const table = (th: string) =>
    `export const rejections = { SOLD_OUT: { status: 409, en: 'gone', th: '${th}' } }\n`
  const files = {
    'proto/http/shop/rejections.ts': table('หมดแล้ว'),
    'proto/http/bank/rejections.ts': table('ขายหมด'),
    'services/bank/src/decide.ts': "throw new Rejection('SOLD_OUT')\n",
  }
  expect(await problems(files)).toEqual([
    'SOLD_OUT is gone · ขายหมด in bank and gone · หมดแล้ว in shop: one code has one text (WB-17)',
  ])
})

test('a code that is listed as unthrown passes, and is refused in the list once it is thrown', async () => {
  const listed = [{ service: 'shop', code: 'CLOSED', because: 'the shop never closes' }]
  const declared = { 'proto/http/shop.ts': contract('closed') }
  expect(await problems(declared, listed)).toEqual([])
  const closes = {
    'proto/http/shop/rejections.ts': rows(['SOLD_OUT', 409], ['CLOSED', 409]),
    'services/shop/src/close/decide.ts': "throw new Rejection('CLOSED')\n",
  }
  expect(await problems({ ...declared, ...closes }, listed)).toEqual([
    'CLOSED of shop is listed as unthrown, but is not',
  ])
})
