import { FetchError, ResponseError } from '@talad/proto/http/client'
import { expect, test } from 'vitest'
import { TradeError } from './context.ts'
import { isAnswered } from './send.ts'
import { SignatureRefused } from './signer.ts'

test.each<[string, unknown, boolean]>([
  ['was rejected', new SignatureRefused('rejected'), true],
  ['the chain does not take', new TradeError({ kind: 'not-taken' }), true],
  ['the server refuses', new ResponseError(403, undefined), true],
  ['the server may have asked for', new ResponseError(503, undefined), false],
  ['got no answer', new FetchError(new Error('away')), false],
  ['is still asked for on the phone', new SignatureRefused('still_asked'), false],
  ['the chain has not told of yet', new TradeError({ kind: 'slow' }), false],
])('GW-10 ID-19 what %s is asked for anew, or goes on as the same request', (_what, error, isNew) => {
  expect(isAnswered(error)).toBe(isNew)
})
