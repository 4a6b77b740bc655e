import { computeAddress, verifyMessage, verifyTypedData } from 'ethers'
import { expect, test } from 'vitest'
import { malee, somchai, start } from './rig.ts'

const decide = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const typedData = {
  domain: { name: 'Talad', version: '1', chainId: 3501, verifyingContract: `0x${'ab'.repeat(20)}` },
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Price: [
      { name: 'amount', type: 'uint256' },
      { name: 'maker', type: 'address' },
    ],
  },
  primaryType: 'Price',
  message: { amount: '115792089237316195423570985008687907853', maker: `0x${'cd'.repeat(20)}` },
}

test('ID-20 an approved request for typed data gives a signature of the wallet', async () => {
  const sandbox = await start()
  const asked = await sandbox.join('POST', '/requests/signature', { userId: 'somchai', typedData })
  expect(asked.status).toBe(201)
  const path = `/requests/${asked.body.requestId}`
  expect((await sandbox.join('GET', path)).body.status).toBe('pending')
  await sandbox.call('POST', `/control/join${path}`, { decision: 'approve' })
  const { body } = await sandbox.join('GET', path)
  expect(body.status).toBe('signed')
  const types = { Price: typedData.types.Price }
  const signer = verifyTypedData(typedData.domain, types, typedData.message, String(body.signature))
  expect(signer).toBe(computeAddress(somchai.privateKey))
})

test('ID-20 a text is signed as a personal message from the phone', async () => {
  const sandbox = await start()
  const asked = await sandbox.join('POST', '/requests/signature', { userId: 'malee', message: 'สวัสดี <b>' })
  expect(await (await fetch(String(asked.body.webviewUrl))).text()).toContain('สวัสดี &lt;b&gt;')
  await decide(`${sandbox.url}/join/phone/malee/request/${asked.body.requestId}`, { decision: 'approve' })
  const { body } = await sandbox.join('GET', `/requests/${asked.body.requestId}`)
  expect(verifyMessage('สวัสดี <b>', String(body.signature))).toBe(computeAddress(malee.privateKey))
})

test('ID-20 a request waits 360 s and takes no approval after that', async () => {
  let time = new Date('2026-06-01T00:00:00Z')
  const sandbox = await start({ now: () => time })
  const { body: asked } = await sandbox.join('POST', '/requests/signature', {
    userId: 'malee',
    message: 'hi',
  })
  const path = `/requests/${asked.requestId}`
  time = new Date('2026-06-01T00:05:59.999Z')
  expect((await sandbox.join('GET', path)).body.status).toBe('pending')
  time = new Date('2026-06-01T00:06:00Z')
  expect((await sandbox.join('GET', path)).body.status).toBe('expired')
  expect((await sandbox.call('POST', `/control/join${path}`, { decision: 'approve' })).status).toBe(409)
})

test('ID-20 a rejected request stays rejected', async () => {
  const sandbox = await start()
  const { body: asked } = await sandbox.join('POST', '/requests/signature', {
    userId: 'malee',
    message: 'hi',
  })
  const path = `/requests/${asked.requestId}`
  const rejected = await sandbox.call('POST', `/control/join${path}`, { decision: 'reject' })
  expect(rejected.body.status).toBe('rejected')
  expect((await sandbox.call('POST', `/control/join${path}`, { decision: 'approve' })).status).toBe(409)
})

test.each([
  [
    'a type that its data does not have',
    '/requests/signature',
    { typedData: { ...typedData, primaryType: 'Order' } },
  ],
  [
    'a message that does not fit its types',
    '/requests/signature',
    { typedData: { ...typedData, message: {} } },
  ],
  [
    'a contract that is no address',
    '/requests/approve-nfts',
    { contract: '0x1', operator: `0x${'ab'.repeat(20)}` },
  ],
  [
    'an amount with decimals',
    '/requests/approve-tokens',
    { contract: `0x${'ab'.repeat(20)}`, spender: `0x${'ab'.repeat(20)}`, amount: '1.5' },
  ],
])('a request with %s is refused', async (_case, path, body) => {
  const sandbox = await start()
  expect((await sandbox.join('POST', path, { userId: 'malee', ...body })).body.code).toBe('invalid_request')
})

test('a transaction without a chain fails with its reason', async () => {
  const sandbox = await start()
  const to = `0x${'ab'.repeat(20)}`
  const { body: asked } = await sandbox.join('POST', '/requests/contract', {
    userId: 'malee',
    to,
    data: '0x',
  })
  const done = await sandbox.call('POST', `/control/join/requests/${asked.requestId}`, {
    decision: 'approve',
  })
  expect(done.body).toMatchObject({ status: 'failed', error: 'The sandbox was started without rpcUrl' })
})
