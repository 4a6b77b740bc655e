import type { NewFault } from '@talad/sandbox/faults'
import { startSandbox } from '@talad/sandbox/server'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { begin, payload } from './fair.ts'

const cidOf = (letter: string) => `bafkrei${letter.repeat(52)}`
const [A, B, C] = ['a', 'b', 'c'].map(cidOf) as [string, string, string]
const DAY_MS = 86_400_000

async function open(token = 'sandbox-pinning-token') {
  const sandbox = await startSandbox({ port: 0, host: '127.0.0.1', joinUsers: [] })
  onTestFinished(() => sandbox.stop())
  const send = (method: string, path: string, body: object) =>
    fetch(sandbox.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const running = await begin({ PINNING_URL: `${sandbox.url}/pinning`, PINNING_TOKEN: token })
  const statusOf = async (cid: string) =>
    (await running.owner.query<{ status: string }>('select status from pin where cid = $1', [cid])).rows[0]
      ?.status
  /** Time goes on until something is as it should be. */
  const becomes = (cid: string, status: string) =>
    until(`${cid} is ${status}`, async () => {
      if ((await statusOf(cid)) === status) return true
      await running.pass(60_000)
      return undefined
    })
  const recordsOf = async (cid: string) => {
    const headers = { authorization: 'Bearer sandbox-pinning-token' }
    const answer = await fetch(`${sandbox.url}/pinning/pins?cid=${cid}&status=queued,pinning,pinned,failed`, {
      headers,
    })
    return ((await answer.json()) as { count: number }).count
  }
  return {
    ...running,
    statusOf,
    becomes,
    recordsOf,
    fault: (fault: NewFault) => send('POST', '/control/faults', fault),
    control: (told: object) => send('PUT', '/pinning/control', told),
  }
}

const naming = (assets: Record<string, string>) => ({ ...payload, assets })

test('CA-62 what payloads name on IPFS is pinned once, whoever names it, and an item shows what of its own is', async () => {
  const { becomes, makeCollection, makeItem, read, recordsOf } = await open()
  const { collection } = await makeCollection({ payload: naming({ cover: `ipfs://${A}/{id}.png` }) })
  const assets = { image: `/ipfs/${B}`, more: `ipfs://${A}`, other: 'https://elsewhere.example/a.png' }
  const item = await makeItem(collection._id, { payload: { version: '3.0', assets } })
  expect(item.cid).toMatchObject({ asset_cid: B })
  const plain = await makeItem(collection._id)
  for (const cid of [A, B]) await becomes(cid, 'pinned')
  expect((await read(`item?id_or_slug=${item._id}`)).body).toMatchObject({
    item: { cid: { asset_cid: B, pinned_cids: [B, A] } },
  })
  expect((await read(`item/list?collection_id=${collection._id}`)).body).toMatchObject({
    list: [{ _id: item._id }, { _id: plain._id, cid: { asset_cid: A, pinned_cids: [A] } }],
  })
  expect([await recordsOf(A), await recordsOf(B)]).toEqual([1, 1])
})

test('CA-62 the pinning service may be away, slow, out of humour or forget to answer: it is asked for one pin all the same', async () => {
  const { becomes, fault, makeCollection, recordsOf } = await open()
  await fault({ provider: 'pinning', call: 'list', fault: 'error', status: 500, times: 2 })
  await fault({ provider: 'pinning', call: 'add', fault: 'error', status: 401 })
  await fault({ provider: 'pinning', call: 'add', fault: 'drop' })
  await fault({ provider: 'pinning', call: 'list', fault: 'delay', ms: 300 })
  await fault({ provider: 'pinning', call: 'list', fault: 'tamper', field: 'results', value: 'none' })
  await makeCollection({ payload: naming({ image: `ipfs://${C}` }) })
  await becomes(C, 'pinned')
  expect(await recordsOf(C)).toBe(1)
})

test('CA-62 what stays queued is waited for, what failed is asked for again after a day', async () => {
  const { becomes, control, makeCollection, pass, recordsOf, statusOf } = await open()
  await control({ holds: true, fails: [B] })
  await makeCollection({ payload: naming({ image: `ipfs://${A}`, other: `ipfs://${B}` }) })
  for (const cid of [A, B]) await becomes(cid, 'queued')
  await pass(DAY_MS)
  expect(await statusOf(A)).toBe('queued')
  await control({ holds: false })
  await becomes(A, 'pinned')
  await becomes(B, 'failed')
  const before = await recordsOf(B)
  await control({ fails: [] })
  await pass(1.1 * DAY_MS)
  await becomes(B, 'pinned')
  expect(await recordsOf(B)).toBeGreaterThan(before)
})

test('CA-62 with a wrong token nothing is pinned and nothing else suffers', async () => {
  const { makeCollection, makeItem, statusOf } = await open('another')
  const { collection } = await makeCollection({ payload: naming({ image: `ipfs://${A}` }) })
  expect(await makeItem(collection._id)).toMatchObject({ cid: { asset_cid: A, pinned_cids: [] } })
  expect(await statusOf(A)).toBe('asked')
})
