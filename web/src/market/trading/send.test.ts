import { FetchError, ResponseError } from '@talad/proto/http/client'
import { expect, test, vi } from 'vitest'
import { TradeError } from './context.ts'
import { askToSend, isAnswered } from './send.ts'
import { SignatureRefused, type Signer } from './signer.ts'
import { unfinishedOf } from './unfinished.ts'

vi.mock('@talad/ui/session/session', async (original) => ({
  ...(await original<object>()),
  currentSession: () => ({ kind: 'user', accountId: 'mali' }),
}))

test.each<[string, unknown, boolean]>([
  ['was rejected', new SignatureRefused('rejected'), true],
  ['the chain does not take', new TradeError({ kind: 'not-taken' }), true],
  ['the server refuses', new ResponseError(403, undefined), true],
  ['the server may have asked for', new ResponseError(503, undefined), false],
  ['got no answer', new FetchError(new Error('away')), false],
  ['the phone has asked for in vain', new SignatureRefused('expired'), true],
  ['is still asked for on the phone', new SignatureRefused('still_asked'), false],
  ['the chain has not told of yet', new TradeError({ kind: 'slow' }), false],
])('GW-10 ID-19 what %s is asked for anew, or goes on as the same request', (_what, error, isNew) => {
  expect(isAnswered(error)).toBe(isNew)
})

test.each<[string, () => Promise<string>, number]>([
  ['is sent', async () => '0xab', 0],
  ['was rejected', () => Promise.reject(new SignatureRefused('rejected')), 0],
  ['is still asked for on the phone', () => Promise.reject(new SignatureRefused('still_asked')), 1],
])('WB-21 what %s is kept for the next page only while nobody has answered', async (_what, outcome, left) => {
  const held = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('navigator', {
    locks: { request: (_id: string, _how: unknown, work: () => unknown) => work() },
  })
  const item = {
    blockchain: 'jfin',
    contract: '0xc',
    type: 'erc721',
    tokenId: '7',
    amount: 1n,
    to: '0xd',
  } as const
  const keptWhileAsked: number[] = []
  const transfer: Signer['transfer'] = (_item, { onAsked }) => {
    for (let times = 0; times < 2; times += 1) onAsked?.({ requestId: 'group', link: 'https://join.example' })
    keptWhileAsked.push(unfinishedOf('mali').length)
    return outcome()
  }
  const signer = { kind: 'join', address: '0xa', transfer } as Partial<Signer> as Signer
  const control = { signal: new AbortController().signal, onWaiting: () => undefined }
  await askToSend({ ...item, key: 'key' }, signer, control).catch(() => undefined)
  expect([keptWhileAsked, unfinishedOf('mali').length, unfinishedOf('somchai').length]).toEqual([
    [1],
    left,
    0,
  ])
})
