import * as assetIndexer from '@talad/proto/http/asset-indexer'
import { FetchError, ResponseError } from '@talad/proto/http/client'
import * as gateway from '@talad/proto/http/gateway'
import * as identity from '@talad/proto/http/identity'
import * as ledger from '@talad/proto/http/ledger'
import * as orderBook from '@talad/proto/http/order-book'
import * as shippingPayment from '@talad/proto/http/shipping-payment'
import * as signing from '@talad/proto/http/signing'
import { capitalised } from '@talad/ui/i18n/rejections'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { messageOf, rejectionTexts, textOfCode } from './rejection-texts.ts'

const withErrors = z.looseObject({ name: z.string(), errors: z.array(z.string()).default([]) })
const contracts = [assetIndexer, gateway, identity, ledger, orderBook, shippingPayment, signing]

/** The codes of every endpoint that the contracts export, alone or in a group. */
const codes = contracts
  .flatMap((contract) => Object.values(contract))
  .flatMap((value) => [value, ...(typeof value === 'object' ? Object.values(value) : [])])
  .flatMap((value) => {
    const endpoint = withErrors.safeParse(value)
    return endpoint.success ? endpoint.data.errors : []
  })

function refusal(code: string, message: string) {
  return new ResponseError(400, { type: '', title: '', status: 400, code, message, requestId: '' })
}

test('WB-17 has a text in both languages for every code that a contract lists', () => {
  expect(codes.length).toBeGreaterThan(60)
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(rejectionTexts, code))).toEqual([])
})

test('WB-17 writes each refusal in Thai for Thai readers', () => {
  const missing = Object.entries(rejectionTexts).filter(
    ([, { th, en }]) => !/[\u0e00-\u0e7f]/.test(th) || en === '',
  )
  expect(missing).toEqual([])
})

test('WB-17 has a text for what any service may answer, whichever contract it is', () => {
  const common = ['internal', 'request_in_progress', 'unauthorized', 'validation']
  expect(common.filter((code) => !Object.hasOwn(rejectionTexts, code))).toEqual([])
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
  expect(messageOf(refusal('order_not_found', 'x'))).toBe(rejectionTexts.order_not_found?.th)
  expect(messageOf(new FetchError(undefined))).toMatch(/เชื่อมต่อไม่ได้/)
})
