import { fromBinary } from '@bufbuild/protobuf'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { SUSPENSION_TOPIC } from '../manifest.ts'
import { admin, person, start } from './harness.ts'

const contract = `0x${'ab'.repeat(20)}`
const base = `${admin}/moderation/suspension`

async function desk() {
  const running = await start()
  const { call, grant } = running
  await grant('reader', 'suspension.read')
  await grant('writer', 'suspension.read')
  await grant('writer', 'suspension.write')
  const get = (path: string, as = 'reader') => call('GET', `${base}${path}`, { as: person(as) })
  const post = (path: string, body: object, { as = 'writer', key }: { as?: string; key?: string } = {}) =>
    call('POST', `${base}${path}`, { as: person(as), body, ...(key !== undefined && { key }) })
  const range = (ends: { from?: string; to?: string } = {}) => ({
    blockchain: 'kub',
    contract_address: contract,
    ...(ends.from !== undefined && { token_from: ends.from }),
    ...(ends.to !== undefined && { token_to: ends.to }),
  })
  const suspend = (ends: { from?: string; to?: string }, note = 'stolen', as = 'writer') =>
    post('/suspend', { nft_range: range(ends), note }, { as })
  return { ...running, get, post, range, suspend }
}

const idOf = ({ body }: { body: unknown }) => (body as { suspension_id: string }).suspension_id
const overlapsOf = ({ body }: { body: unknown }) =>
  (body as { overlapping: { suspension_id: string }[] }).overlapping.map((one) => one.suspension_id)

test('MO-2 MO-5 MO-6 GW-9 a range is suspended, ended and opened anew by who may; each time it is published whole and written down', async () => {
  const { get, post, range, suspend, bus, db } = await desk()
  const told: unknown[] = []
  const heard = await bus.subscribe({
    group: 'test',
    topics: [SUSPENSION_TOPIC],
    onError: console.error,
    handle: async (batch) => {
      for (const { key, payload } of batch) {
        const { suspensionId, status, tokenFrom, tokenTo, revision } = fromBinary(
          SuspensionChangedSchema,
          payload,
        )
        told.push([key, suspensionId, status, tokenFrom, tokenTo, revision])
      }
    },
  })
  onTestFinished(() => heard.close())

  const first = await suspend({ from: '9', to: '10' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: 'suspended',
      version: 1,
      changed_by: 'join-writer',
      note: 'stolen',
      nft_range: { blockchain: 'kub', contract_address: contract, token_from: '9', token_to: '10' },
      history: [{ action: 'suspend', admin: 'join-writer', note: 'stolen' }],
    },
  })
  const suspension_id = idOf(first)
  expect(await suspend({ from: '9', to: '10' })).toMatchObject({
    status: 409,
    body: { code: 'range_suspended', field: 'nft_range', details: { suspension_id } },
  })
  const end = { suspension_id, version: 1, note: 'given back' }
  const ended = await post('/unsuspend', end)
  expect(ended).toMatchObject({ status: 200, body: { status: 'unsuspended', version: 2 } })
  expect(await post('/unsuspend', end)).toEqual(ended)
  const again = await suspend({ from: '9', to: '10' }, 'again')
  expect(again).toMatchObject({ status: 200, body: { suspension_id, status: 'suspended', version: 3 } })
  expect(await post('/unsuspend', end)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', details: { version: 3, changed_by: 'join-writer' } },
  })
  expect(await get(`/pick/${suspension_id}`)).toMatchObject({
    status: 200,
    body: { history: [{ note: 'again' }, { note: 'given back' }, { note: 'stolen' }] },
  })
  await until('it is published', () => told.length === 3)
  expect(told).toEqual(
    ['suspended', 'unsuspended', 'suspended'].map((status, index) => [
      ...[`kub:${contract}`, suspension_id, status, '9', '10', index + 1],
    ]),
  )
  const lines = await db.query(
    `select data->>'action' as action from kit.event where stream like 'audit-%'
     and data->>'targetId' = $1 order by position`,
    [suspension_id],
  )
  expect(lines.rows.map(({ action }) => action)).toEqual([
    ...['suspension.suspend', 'suspension.unsuspend', 'suspension.suspend'],
  ])

  for (const [nft_range, field] of [
    [range({ from: '9' }), 'nft_range.token_to'],
    [range({ to: '9' }), 'nft_range.token_from'],
    [range({ from: '10', to: '9' }), 'nft_range.token_to'],
    [range({ from: '1', to: (2n ** 256n).toString() }), 'nft_range.token_to'],
    [{ ...range(), contract_address: '0x12' }, 'nft_range.contract_address'],
  ] as const)
    expect(await post('/suspend', { nft_range, note: 'n' })).toMatchObject({ status: 400, body: { field } })
  for (const note of ['', '  ', 'a'.repeat(5_001)])
    expect(await post('/suspend', { nft_range: range(), note })).toMatchObject({
      status: 400,
      body: { field: 'note' },
    })
  expect(await suspend({}, 'n', 'reader')).toMatchObject({
    status: 403,
    body: { code: 'permission_required', details: { permission: 'suspension.write' } },
  })
  const unknown = { suspension_id: 'f'.repeat(24), version: 1, note: 'n' }
  expect(await post('/unsuspend', unknown)).toMatchObject({ body: { code: 'suspension_not_found' } })
})

test('MO-4 AW-7 a preview tells what overlaps, the narrowest first, also where only numbers of 256 bits do', async () => {
  const { get, post, suspend } = await desk()
  const whole = idOf(await suspend({}))
  const narrow = idOf(await suspend({ from: '9', to: '10' }))
  const one = idOf(await suspend({ from: '10', to: '10' }))
  const far = idOf(await suspend({ from: '100', to: '200' }))
  const preview = (query: string) => get(`/preview?blockchain=kub&contract_address=${contract}${query}`)
  const shown = await preview('&token_from=10&token_to=11')
  expect(shown).toMatchObject({ status: 200, body: { same: null, text: `kub:${contract}:10-11` } })
  expect(overlapsOf(shown)).toEqual([one, narrow, whole])
  const same = await preview('&token_from=9&token_to=10')
  expect(same.body).toMatchObject({ same: { suspension_id: narrow, version: 1 } })
  expect(overlapsOf(same)).toEqual([one, whole])
  expect(overlapsOf(await preview(''))).toEqual([one, narrow, far])
  await post('/unsuspend', { suspension_id: whole, version: 1, note: 'too much' })
  expect(overlapsOf(await preview('&token_from=9&token_to=9'))).toEqual([narrow])

  const list = await get('/list?count=1&ps=2')
  expect(list).toMatchObject({ status: 200, body: { total: 4, pages: 2, size: 2, index: 0 } })
  expect(list.body).toMatchObject({ list: [{ suspension_id: whole }, { suspension_id: far }] })
  const active = await get(`/list?status=suspended&contract_address=${contract}&count=1`)
  expect(active.body).toMatchObject({ total: 3 })
})

test('MO-5 of twenty who suspend one range at once one does, the others hear of it; a repeated call is one call', async () => {
  const { post, range, suspend, db } = await desk()
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => suspend({}, `note ${n}`)))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of outcomes)
    if (status !== 200) expect(body).toMatchObject({ code: 'range_suspended' })
  const body = { nft_range: range({ from: '1', to: '1' }), note: 'once' }
  const first = await post('/suspend', body, { key: 'k' })
  expect(await post('/suspend', body, { key: 'k' })).toEqual(first)
  const { rows } = await db.query(`select 1 from kit.event where stream = $1`, [`suspension-${idOf(first)}`])
  expect(rows).toHaveLength(1)
})

test('MO-5 a suspension for a time ends with it, once, and is told and written down; one that was decided anew goes on', async () => {
  const { get, post, range, db } = await desk()
  const soon = () => new Date(Date.now() + 400).toISOString()
  const suspend = (token: string, until: string) =>
    post('/suspend', { nft_range: range({ from: token, to: token }), until, note: 'for a while' })
  const until_ = soon()
  const timed = await suspend('1', until_)
  expect(timed).toMatchObject({ status: 200, body: { status: 'suspended', until: until_, version: 1 } })
  const again = await suspend('2', soon())
  const anew = { suspension_id: idOf(again), note: 'n' }
  await post('/unsuspend', { ...anew, version: 1 })
  expect(await suspend('2', '2999-01-01T00:00:00Z')).toMatchObject({ body: { version: 3 } })
  await until('its time is over', async () => {
    const { body } = await get(`/pick/${idOf(timed)}`)
    return (body as { status: string }).status === 'unsuspended'
  })
  expect(await get(`/pick/${idOf(timed)}`)).toMatchObject({
    body: {
      version: 2,
      until: null,
      changed_by: 'service:moderation',
      note: 'its time was over',
      history: [{ action: 'unsuspend', admin: 'service:moderation' }, { action: 'suspend' }],
    },
  })
  const waiting = async () => {
    const { rows } = await db.query<{ key: string }>(`select key from kit.job where task = 'suspension.end'`)
    return rows.map(({ key }) => key)
  }
  await until('all that was due is done', async () => (await waiting()).length === 1)
  expect(await waiting()).toEqual([`${idOf(again)}-3`])
  expect(await get(`/pick/${idOf(again)}`)).toMatchObject({ body: { status: 'suspended', version: 3 } })
  const lines = await db.query(
    `select 1 from kit.event where stream like 'audit-%' and data->>'targetId' = $1
       and data->>'who' = 'service:moderation'`,
    [idOf(timed)],
  )
  expect(lines.rowCount).toBe(1)
  for (const wrong of ['2001-01-01T00:00:00Z', 'tomorrow'])
    expect(await suspend('3', wrong)).toMatchObject({ status: 400, body: { field: 'until' } })
})

test('MO-1 MO-4 MO-5 what stands for a virtual collection is suspended by itself, beside its contract, and told so', async () => {
  const { get, post, range, suspend, db } = await desk()
  const temple = { kind: 'vnft', collection_id: 'temple' }
  const virtual = (abstract: object) =>
    post('/suspend', { nft_range: { ...range(), abstract }, note: 'stolen' })
  const whole = idOf(await suspend({}))
  const first = await virtual(temple)
  const nft_range = { token_from: null, token_to: null, abstract: { ...temple, item_id: null } }
  expect(first).toMatchObject({ status: 200, body: { status: 'suspended', nft_range } })
  expect(await virtual(temple)).toMatchObject({ status: 409, body: { code: 'range_suspended' } })
  const item = await virtual({ ...temple, item_id: '7' })
  expect(item.status).toBe(200)
  const other = await virtual({ ...temple, collection_id: 'shop' })
  expect(new Set([whole, ...[first, item, other].map(idOf)]).size).toBe(4)

  const about = '&abstract_kind=vnft&abstract_collection_id=temple'
  const preview = (more: string) => get(`/preview?blockchain=kub&contract_address=${contract}${more}`)
  const shown = await preview(about)
  expect(shown.body).toMatchObject({ same: { suspension_id: idOf(first) }, nft_range })
  expect(overlapsOf(shown)).toEqual([idOf(item), whole])
  expect(await preview('&abstract_collection_id=temple')).toMatchObject({ body: { field: 'abstract_kind' } })
  const list = (await get('/list?abstract_collection_id=temple')).body as { list: object[] }
  expect(list.list).toMatchObject([{ suspension_id: idOf(item) }, { suspension_id: idOf(first) }])
  const end = await post('/unsuspend', { suspension_id: idOf(first), version: 1, note: 'given back' })
  expect(end).toMatchObject({ body: { status: 'unsuspended', nft_range } })
  const { rows } = await db.query(
    `select status from suspension where suspension_id <> $1 and contract_address = $2 order by status`,
    [idOf(first), contract],
  )
  expect(rows.map(({ status }) => status)).toEqual(['suspended', 'suspended', 'suspended'])
})
