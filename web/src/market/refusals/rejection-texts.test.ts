import { FetchError, ResponseError } from '@talad/proto/http/client'
import type { Endpoint } from '@talad/proto/http/contract'
import { problemTexts } from '@talad/proto/http/problem-texts'
import { adminProblemTexts } from '@talad/proto/http/problem-texts-admin'
import { manifests } from '@talad/services/manifests'
import { capitalised } from '@talad/ui/i18n/rejections'
import { beforeAll, expect, test } from 'vitest'
import { bringRefusals, messageOf, textOfCode } from './rejection-texts.ts'

beforeAll(bringRefusals)

/** What a call may be answered with: what its contract lists, and what the gateway says in front of every service. */
const codes = manifests.flatMap(({ name, contract, rejections }) => [
  ...Object.values(contract).flatMap(({ errors = [] }: Endpoint) => errors),
  ...(name === 'gateway' ? Object.keys(rejections).map((code) => code.toLowerCase()) : []),
])

function refusal(code: string, message: string) {
  return new ResponseError(400, { type: '', title: '', status: 400, code, message, requestId: '' })
}

test('WB-17 has a text in both languages for every code that a call may be answered with', () => {
  expect(codes.length).toBeGreaterThan(60)
  const texts = { ...adminProblemTexts, ...problemTexts }
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(texts, code))).toEqual([])
})

test('WB-17 writes each refusal in Thai for Thai readers', () => {
  const missing = Object.entries({ ...adminProblemTexts, ...problemTexts }).filter(
    ([, { th, en }]) => !/[\u0e00-\u0e7f]/.test(th) || en === '',
  )
  expect(missing).toEqual([])
})

test('WB-17 has a text for what any service may answer, whichever contract it is', () => {
  const common = ['internal', 'request_in_progress', 'unauthorized', 'validation']
  expect(common.filter((code) => !Object.hasOwn(problemTexts, code))).toEqual([])
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
  expect(messageOf(refusal('order_not_found', 'x'))).toBe(problemTexts.order_not_found?.th)
  expect(messageOf(new FetchError(undefined))).toMatch(/^เชื่อมต่อ/)
})
