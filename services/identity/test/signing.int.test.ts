import { type Anvil, startAnvil } from '@talad/contracts/anvil'
import { cancelData, seaportInterface } from '@talad/contracts/calldata'
import { type OrderComponents, orderDigest, orderHash } from '@talad/contracts/seaport'
import { orderTypes, ZERO_HASH } from '@talad/proto/http/order-book/seaport'
import { Interface, recoverAddress, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import {
  COLLECTION,
  people,
  refusalOf,
  SEAPORT,
  type System,
  startSystem,
  TOKEN,
  tokensOf,
  ZONE,
} from './harness.ts'

let anvil: Anvil
let system: System
let token: string
const wallet = new Wallet(people.somchai.privateKey)
beforeAll(async () => {
  anvil = await startAnvil()
  system = await startSystem(inject('postgres'), { RPC_URL: anvil.rpcUrl }, { rpcUrl: anvil.rpcUrl })
  token = (await system.signInWithJoin('somchai')).accessToken
})
afterAll(async () => {
  await system?.stop()
  await anvil?.stop()
})

const order: OrderComponents = {
  offerer: wallet.address,
  zone: ZONE,
  offer: [{ itemType: 2, token: COLLECTION, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }],
  consideration: [
    {
      itemType: 1,
      token: TOKEN,
      identifierOrCriteria: '0',
      startAmount: '10000',
      endAmount: '10000',
      recipient: wallet.address,
    },
  ],
  orderType: 0,
  startTime: '1800000000',
  endTime: '1800086400',
  zoneHash: ZERO_HASH,
  salt: `0x${'12'.repeat(32)}`,
  conduitKey: ZERO_HASH,
  counter: '0',
}
const typedData = {
  domain: { name: 'Seaport', version: '1.5', chainId: 3501, verifyingContract: SEAPORT },
  types: orderTypes,
  primaryType: 'OrderComponents',
  message: order,
}
const erc = new Interface([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transfer(address to, uint256 amount)',
])
const STRANGER = `0x${'99'.repeat(20)}`

const post = (path: string, body: unknown, by = token) =>
  system.browser().call(`/signing/join/${path}`, { body, token: by })
const load = (requestId: string, by = token) =>
  system.browser().call(`/signing/join/signature-load?requestId=${requestId}`, { token: by })
const opened = z.object({ requestId: z.string(), webviewUrl: z.url(), expiresAt: z.iso.datetime() })

async function open(path: string, body: unknown): Promise<string> {
  const answer = await post(path, body)
  expect(answer.status).toBe(201)
  const { requestId, expiresAt } = opened.parse(answer.body)
  const life = Date.parse(expiresAt) - Date.now()
  expect(life).toBeGreaterThan(350_000)
  expect(life).toBeLessThanOrEqual(360_000)
  return requestId
}
const decide = (requestId: string, decision: 'approve' | 'reject') =>
  system.control(`/join/requests/${requestId}`, { decision })

test('ID-20 goes from the request over the approval in the app to the signature of the order', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  expect((await load(requestId)).body).toEqual({ requestId, kind: 'signature', status: 'pending' })
  await decide(requestId, 'approve')
  const answer = z
    .object({ status: z.literal('signed'), signature: z.string() })
    .parse((await load(requestId)).body)
  const { counter, ...rest } = order
  const parameters = { ...rest, totalOriginalConsiderationItems: 1 }
  const digest = orderDigest(orderHash(parameters, counter), { chainId: 3501, seaport: SEAPORT })
  expect(recoverAddress(digest, answer.signature)).toBe(wallet.address)
})

test('ID-20 tells of a rejection', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  await decide(requestId, 'reject')
  expect((await load(requestId)).body).toEqual({ requestId, kind: 'signature', status: 'rejected' })
})

test('ID-20 keeps a request for 360 s and not longer, whatever comes of it then', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  await decide(requestId, 'approve')
  await system.owner.query(
    `update signing_request set expires_at = expires_at - interval '360 seconds' where request_id = $1`,
    [requestId],
  )
  expect((await load(requestId)).body).toEqual({ requestId, kind: 'signature', status: 'expired' })
})

test('ID-20 shows a request to nobody but its owner', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  const { accessToken } = await system.signInWithJoin('malee')
  expect(refusalOf(await load(requestId, accessToken))).toMatchObject({ status: 404, code: 'not_found' })
})

test('ID-20 hands out no signature that is not the wallet’s own of the order', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  await decide(requestId, 'approve')
  const foreign = await new Wallet(people.malee.privateKey).signMessage('anything')
  await system.control('/faults', {
    provider: 'join',
    call: 'request-status',
    fault: 'tamper',
    field: 'signature',
    value: foreign,
  })
  expect(refusalOf(await load(requestId))).toMatchObject({
    code: 'unable_to_sign',
    message: 'Unable to sign message',
  })
  expect((await load(requestId)).body).toMatchObject({ status: 'signed' })
})

test.each([
  ['approve-tokens', { contract: TOKEN, spender: SEAPORT, amount: '10000' }],
  ['approve-nfts', { contract: COLLECTION, operator: SEAPORT }],
  [
    'contract-request',
    { to: COLLECTION, data: erc.encodeFunctionData('setApprovalForAll', [SEAPORT, true]) },
  ],
])('ID-20 sends %s to the app and answers its transaction', async (path, body) => {
  const requestId = await open(path, body)
  await decide(requestId, 'approve')
  expect((await load(requestId)).body).toMatchObject({
    status: 'signed',
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  })
})

test('ID-20 tells of a transaction that the chain refused', async () => {
  const requestId = await open('contract-request', {
    to: SEAPORT,
    data: seaportInterface.encodeFunctionData('fulfillOrder', [
      { parameters: { ...order, totalOriginalConsiderationItems: 1 }, signature: '0x' },
      ZERO_HASH,
    ]),
    value: (10n ** 30n).toString(),
  })
  await decide(requestId, 'approve')
  expect((await load(requestId)).body).toEqual({
    requestId,
    kind: 'contract',
    status: 'rejected',
    failed: true,
  })
})

const refused: [string, string, unknown][] = [
  [
    'an order of another chain',
    'request-webview-signature',
    { typedData: { ...typedData, domain: { ...typedData.domain, chainId: 1 } } },
  ],
  [
    'an order of another Seaport',
    'request-webview-signature',
    { typedData: { ...typedData, domain: { ...typedData.domain, verifyingContract: STRANGER } } },
  ],
  [
    'the approval of a stranger for a token',
    'approve-tokens',
    { contract: TOKEN, spender: STRANGER, amount: '1' },
  ],
  [
    'the approval of an unknown token',
    'approve-tokens',
    { contract: STRANGER, spender: SEAPORT, amount: '1' },
  ],
  [
    'the approval of a stranger for a collection',
    'approve-nfts',
    { contract: COLLECTION, operator: STRANGER },
  ],
  ['the approval of an unknown collection', 'approve-nfts', { contract: STRANGER, operator: SEAPORT }],
  ['a transaction to a stranger', 'contract-request', { to: STRANGER, data: cancelData([order]) }],
  [
    'a transfer of tokens',
    'contract-request',
    { to: TOKEN, data: erc.encodeFunctionData('transfer', [STRANGER, 1n]) },
  ],
  [
    'an approval of a stranger by calldata',
    'contract-request',
    { to: COLLECTION, data: erc.encodeFunctionData('setApprovalForAll', [STRANGER, true]) },
  ],
  [
    'an approval with a value',
    'contract-request',
    { to: TOKEN, data: erc.encodeFunctionData('approve', [SEAPORT, 1n]), value: '1' },
  ],
]
test.each(refused)('ID-21 asks no wallet for %s', async (_what, path, body) => {
  expect(refusalOf(await post(path, body))).toEqual({
    status: 403,
    code: 'not_signable',
    message: 'Unable to sign message',
  })
})

test('GW-17 refuses a mistyped address with its field', async () => {
  const wrong = '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const [path, body, field] of [
    ['approve-tokens', { contract: wrong, spender: SEAPORT, amount: '1' }, 'contract'],
    ['approve-tokens', { contract: TOKEN, spender: wrong, amount: '1' }, 'spender'],
    ['approve-nfts', { contract: COLLECTION, operator: wrong }, 'operator'],
    ['contract-request', { to: wrong, data: `0x${'00'.repeat(4)}` }, 'to'],
  ] as const)
    expect(await post(path, body)).toMatchObject({ status: 400, body: { code: 'validation', field } })
})

test('ID-21 refuses an amount that no token has, and takes the largest', async () => {
  const largest = 2n ** 256n - 1n
  const ask = (amount: bigint) =>
    post('approve-tokens', { contract: TOKEN, spender: SEAPORT, amount: String(amount) })
  expect(refusalOf(await ask(largest + 1n))).toMatchObject({ status: 400, code: 'validation' })
  expect((await ask(largest)).status).toBe(201) // WB-11
})

test('ID-21 asks no wallet to sign something else than an order', async () => {
  const permit = { ...typedData, primaryType: 'Permit' }
  const otherTypes = { ...typedData, types: { ...orderTypes, OfferItem: orderTypes.OfferItem.toReversed() } }
  expect(refusalOf(await post('request-webview-signature', { typedData: otherTypes }))).toMatchObject({
    status: 400,
    message: 'some of the values are not valid: typedData.types, must be the types of a Seaport order',
  })
  expect(refusalOf(await post('request-webview-signature', { typedData: permit }))).toMatchObject({
    status: 400,
  })
  expect(refusalOf(await post('request-webview-signature', { message: 'hello' }))).toMatchObject({
    status: 400,
  })
})

test('ID-21 asks nobody for the order of somebody else', async () => {
  const foreign = { ...typedData, message: { ...order, offerer: STRANGER } }
  expect(refusalOf(await post('request-webview-signature', { typedData: foreign }))).toEqual({
    status: 403,
    code: 'invalid_join_signer',
    message: 'invalid join signer',
  })
})

test('GW-15 refuses a field that it does not know', async () => {
  const body = { contract: TOKEN, spender: SEAPORT, amount: '1', spendr: STRANGER }
  expect(refusalOf(await post('approve-tokens', body))).toMatchObject({ status: 400, code: 'validation' })
})

test('GW-10 opens one request for one Idempotency-Key', async () => {
  const body = { contract: TOKEN, spender: SEAPORT, amount: '5' }
  const headers = { 'idempotency-key': 'approve-once' }
  const ask = () => system.browser().call('/signing/join/approve-tokens', { body, token, headers })
  expect((await ask()).body).toEqual((await ask()).body)
})

test('ID-11 asks no wallet after the session was ended, though the access token lives', async () => {
  const { accessToken, browser } = await system.signInWithJoin('malee')
  await browser.call('/identity/logout', { method: 'POST' })
  const body = { contract: TOKEN, spender: SEAPORT, amount: '1' }
  expect(refusalOf(await post('approve-tokens', body, accessToken))).toMatchObject({
    code: 'session_expired',
  })
})

test('ID-12 has no wallet to ask for a development customer', async () => {
  const dev = tokensOf(await system.browser().call('/identity/devtool/dev-auth?user=dao')).accessToken
  const body = { contract: TOKEN, spender: SEAPORT, amount: '1' }
  expect(refusalOf(await post('approve-tokens', body, dev))).toMatchObject({ code: 'invalid_join_signer' })
})

test('ID-20 answers 503 with Retry-After while Join is away', async () => {
  const requestId = await open('request-webview-signature', { typedData })
  for (const call of ['request', 'request-status']) {
    await system.control('/faults', { provider: 'join', call, fault: 'error' })
  }
  for (const answer of [await post('request-webview-signature', { typedData }), await load(requestId)]) {
    expect(refusalOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect((await load(requestId)).body).toMatchObject({ status: 'pending' })
})
