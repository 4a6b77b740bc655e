import { readExamples } from '@talad/gateway/docs/examples'
import { expect, test } from 'vitest'
import { faultsIn } from '../src/examples/judge.ts'
import { stable } from '../src/examples/stable.ts'

test('GW-8 every call, of users and of admins, has an example that its contract takes: else `npm run examples -- --write`', async () => {
  expect(faultsIn(await readExamples())).toEqual([])
})

test('an example that is missing, strange or not as the contract says is found', async () => {
  const { getAsset, logout, thawBooks, ...others } = await readExamples()
  const faults = faultsIn({ ...others, getAsset: { ...getAsset, answer: { _id: 1 } }, getNothing: {} })
  expect(faults.toSorted()).toEqual([
    expect.stringContaining('getAsset answer._id: '),
    'getNothing: there is no such call, or it has none for a reason',
    'logout: no example',
    'thawBooks: no example',
  ])
})

test('MO-36 a customer id in an answer for everybody is found', async () => {
  const examples = await readExamples()
  const one = { answer: { owner: 'join-somebody' } }
  expect(faultsIn({ ...examples, getOrder: { ...examples.getOrder, ...one } })).toContain(
    'getOrder tells a customer id to everybody',
  )
})

test('the examples hold no token, key or address of the system that they come from', async () => {
  const text = JSON.stringify(await readExamples())
  const signed = text.match(/eyJ[\w-]+\.[\w-]+\./g) ?? []
  expect(new Set(signed)).toEqual(new Set(['eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJleGFtcGxlIn0.']))
  expect(text.match(/127\.0\.0\.1|localhost/g)).toBeNull()
})

test('what changes between recordings has the same other thing in its place everywhere', () => {
  const id = '65f0c2a9b1d34e77a0c1d2e3'
  const run = { gateway: 'http://127.0.0.1:1', sandbox: 'http://127.0.0.1:2', rpc: 'http://127.0.0.1:3' }
  const zeros = `0x${'0'.repeat(64)}`
  const handOver = `h-${'xB3-_'.repeat(9).slice(0, 43)}`
  const begunMs = Date.parse('2030-01-01T00:00:00Z')
  const recorded = new Map([
    ['four', { query: { secret: handOver }, body: { domain: 'site-1.localhost' } }],
    ['one', { body: { id, at: begunMs / 1_000 + 60, zeros }, answer: { list: [1, 2, 3, 4] } }],
    ['three', { body: { picture: 'xB3'.repeat(40) }, answer: { ip: '127.0.0.1' } }],
    ['two', { query: { id, page: `${run.gateway}/x` }, answer: { created: '2030-01-01T00:01:00.123Z' } }],
  ])
  const { one, two, three, four } = stable(recorded, run, begunMs)
  expect(two?.query?.id).toMatch(/^[0-9a-f]{24}$/)
  expect(two?.query?.id).not.toBe(id)
  expect(one).toEqual({
    body: { id: two?.query?.id, at: Date.parse('2026-11-23T05:01:00Z') / 1_000, zeros },
    answer: { list: [1, 2, 3] },
  })
  // a picture stays the one that it is
  expect(three).toEqual({ body: { picture: 'xB3'.repeat(40) }, answer: { ip: '203.0.113.7' } })
  expect(two?.query?.page).toBe('https://talad.example/x')
  expect(two?.answer).toEqual({ created: '2026-11-23T05:01:00.000Z' })
  expect(four?.query?.secret).toMatch(/^h-[0-9a-f]{43}$/)
  expect(four?.body).toEqual({ domain: 'site-1.talad.example' })
})
