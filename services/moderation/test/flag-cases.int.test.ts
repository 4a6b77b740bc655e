import { expect, test } from 'vitest'
import { startFlags } from './flag-harness.ts'
import { person } from './harness.ts'

test('MO-11 a case is decided by its id or that of a report, once; of fifty at once one decides, the others hear who', async () => {
  const { asset, report, resolve, post, pick, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const id = await asset()
  const { body } = await report('mali', id)
  const flagId = (body as { flagging: { _id: string } }).flagging._id
  for (const which of [{}, { case_id: id, flag_id: flagId }])
    expect((await post(boss, 'resolve', { ...which, review_disposition: 'ignore', version: 1 })).status).toBe(
      400,
    )
  const missing = { flag_id: '0'.repeat(24), review_disposition: 'ignore', version: 1 }
  expect(await post(boss, 'resolve', missing)).toMatchObject({
    status: 404,
    body: { code: 'case_not_found' },
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2
        ? resolve(boss, id, 1)
        : post(boss, 'resolve', { flag_id: flagId, review_disposition: 'ignore', version: 1 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200)
      expect(body).toMatchObject({ code: 'version_conflict', details: { version: 2, by: 'join-boss' } })
  expect(await pick(boss, id)).toMatchObject({
    resolution: 'resolved',
    review_disposition: 'ignore',
    resolved_by: 'join-boss',
    reports: 1,
    decisions: [{ round: 1, action: 'ignore', by: 'join-boss', reports: 1 }],
  })
  expect(await resolve(boss, id, 2)).toMatchObject({ status: 409, body: { code: 'already_resolved' } })
  const audited = await db.query(
    `select data->>'who' as who, data->>'action' as action from kit.event where stream like 'audit-%'
       and data->>'targetKind' = 'flag-case'`,
  )
  expect(audited.rows).toEqual([{ who: 'join-boss', action: 'flag-case.ignore' }])
})

test('MO-19 many cases are decided in one call, each on its own; the same key gets the same answers, also after a crash', async () => {
  const { asset, report, post, pick, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const cases = await Promise.all(Array.from({ length: 4 }, () => asset()))
  for (const id of cases) await report('mali', id)
  const [a = '', b = '', stale = '', later = ''] = cases
  const gone = '0'.repeat(24)
  const bulk = {
    review_disposition: 'ignore',
    cases: [
      ...[a, b].map((case_id) => ({ case_id, version: 1 })),
      { case_id: stale, version: 7 },
      { case_id: gone, version: 1 },
    ],
  }
  const first = await post(boss, 'resolve/bulk', bulk, 'bulk')
  expect(first).toMatchObject({
    status: 200,
    body: {
      results: [
        { case_id: a, ok: true, code: null, version: 2 },
        { case_id: b, ok: true, code: null, version: 2 },
        { case_id: stale, ok: false, code: 'version_conflict', version: null },
        { case_id: gone, ok: false, code: 'case_not_found', version: null },
      ],
    },
  })
  expect(await post(boss, 'resolve/bulk', bulk, 'bulk')).toEqual(first)
  await db.query(
    `update kit.request set status = null, body = null, started_at = now() - interval '1 minute'`,
  )
  expect(await post(boss, 'resolve/bulk', bulk, 'bulk')).toEqual(first)

  await report('chai', b) // a new round: nothing of it is taken back
  const undo = { cases: [a, b, later].map((case_id) => ({ case_id, version: case_id === later ? 1 : 2 })) }
  const undone = await post(boss, 'undo', undo, 'undo')
  expect(undone.body).toMatchObject({
    results: [
      { case_id: a, ok: true, version: 3 },
      { case_id: b, ok: false, code: 'version_conflict' },
      { case_id: later, ok: false, code: 'nothing_to_undo' },
    ],
  })
  expect(await post(boss, 'undo', undo, 'undo')).toEqual(undone)
  expect(await pick(boss, a)).toMatchObject({
    resolution: 'flagged',
    round: 2,
    reports: 1,
    list: [{ reporter: 'join-mali' }],
    decisions: [
      { action: 'undo', round: 1 },
      { action: 'ignore', round: 1 },
    ],
  })
  const many = Array.from({ length: 101 }, () => ({ case_id: a, version: 1 }))
  expect((await post(boss, 'resolve/bulk', { review_disposition: 'ignore', cases: many })).status).toBe(400)
})

test('MO-38 cases are read with flag.read and decided with flag.resolve', async () => {
  const { asset, report, list, call, resolve, post, moderator } = await startFlags()
  const reader = await moderator('reader', 'flag.read')
  const id = await asset()
  await report('mali', id)
  expect((await list(reader)).status).toBe(200)
  const refused = {
    status: 403,
    body: { code: 'permission_required', details: { permission: 'flag.resolve' } },
  }
  expect(await resolve(reader, id, 1)).toMatchObject(refused)
  expect(await post(reader, 'undo', { cases: [{ case_id: id, version: 1 }] })).toMatchObject(refused)
  expect(await post(reader, 'claim', { case_id: id })).toMatchObject(refused)
  for (const as of [person('mali'), undefined])
    expect((await call('GET', '/api/admin/v1/moderation/flagging/list', as ? { as } : {})).status).toBe(
      as ? 403 : 401,
    )
})

test('MO-12 a suspend disposition suspends the token or its collection in the same transaction; one that is there is used again', async () => {
  const { asset, report, resolve, pick, call, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const keeper = await moderator('keeper', 'flag.read', 'flag.resolve', 'suspension.read', 'suspension.write')
  const contract = `0x${'ab'.repeat(20)}`
  const [one, two, three] = await Promise.all(['1', '2', '3'].map((token) => asset({ contract, token })))
  for (const id of [one, two, three]) await report('mali', id ?? '')
  const suspend = { review_disposition: 'suspend', scope: 'individual', notes: 'a copy' } as const
  const range = async () =>
    (
      (
        await call('GET', `/api/admin/v1/moderation/suspension/list?contract_address=${contract}`, {
          as: person(keeper),
        })
      ).body as {
        list: { nft_range: object; status: string; note: string; suspension_id: string; version: number }[]
      }
    ).list

  for (const [lacking, code] of [
    [{ ...suspend, scope: undefined }, 'scope_required'],
    [{ ...suspend, notes: ' ' }, 'flag_notes_required'],
  ] as const) {
    const { scope, ...rest } = lacking
    const refused = await resolve(boss, one ?? '', 1, scope === undefined ? rest : { ...rest, scope })
    expect(refused).toMatchObject({ status: 400, body: { code } })
  }
  expect(await resolve(boss, one ?? '', 1, { ...suspend, scope: 'collection' })).toMatchObject({
    status: 403,
    body: { code: 'permission_required', details: { permission: 'suspension.write' } },
  })
  // stale: neither of both
  expect((await resolve(boss, one ?? '', 9, suspend)).status).toBe(409)
  expect(await range()).toEqual([])

  const first = await resolve(boss, one ?? '', 1, suspend, 'key')
  expect(first).toMatchObject({
    status: 200,
    body: { case: { review_disposition: 'suspend', scope: 'individual' } },
  })
  expect(await range()).toMatchObject([
    { status: 'suspended', note: 'a copy', version: 1, nft_range: { token_from: '1', token_to: '1' } },
  ])
  // the answer was lost: it comes again and finds both
  await db.query(
    `update kit.request set status = null, body = null, started_at = now() - interval '1 minute'`,
  )
  expect(await resolve(boss, one ?? '', 1, suspend, 'key')).toEqual(first)
  const all = { ...suspend, scope: 'collection' }
  expect((await resolve(keeper, two ?? '', 1, all)).status).toBe(200)
  expect((await resolve(keeper, three ?? '', 1, all)).status).toBe(200)
  const found = await range()
  expect(found).toHaveLength(2)
  expect(found.map(({ version }) => version)).toEqual([1, 1])
  expect((await pick(boss, three ?? '')).decisions).toMatchObject([
    { action: 'suspend', scope: 'collection' },
  ])
})

test('MO-13 undoing a decision lifts only a suspension that it made and nobody has touched since', async () => {
  const { asset, report, resolve, post, pick, call, moderator } = await startFlags()
  const keeper = await moderator('keeper', 'flag.read', 'flag.resolve', 'suspension.read', 'suspension.write')
  const contract = `0x${'cd'.repeat(20)}`
  const [made = '', found = '', touched = ''] = await Promise.all(
    ['1', '2', '3'].map((token) => asset({ contract, token })),
  )
  for (const id of [made, found, touched]) await report('mali', id)
  const as = person(keeper)
  const base = '/api/admin/v1/moderation/suspension'
  const range = (token: string) => ({
    blockchain: 'jfin',
    contract_address: contract,
    token_from: token,
    token_to: token,
  })
  const suspend = async (token: string) =>
    (await call('POST', `${base}/suspend`, { as, body: { nft_range: range(token), note: 'by hand' } })).status
  expect(await suspend('2')).toBeLessThan(300)
  const verdict = { review_disposition: 'suspend', scope: 'individual', notes: 'a copy' } as const
  for (const id of [made, found, touched]) expect((await resolve(keeper, id, 1, verdict)).status).toBe(200)
  const listed = async () =>
    (
      (await call('GET', `${base}/list?contract_address=${contract}`, { as })).body as {
        list: { suspension_id: string; version: number; status: string; nft_range: { token_from: string } }[]
      }
    ).list
  const third = (await listed()).find(({ nft_range }) => nft_range.token_from === '3')
  const { suspension_id, version } = third ?? { suspension_id: '', version: 0 }
  await call('POST', `${base}/unsuspend`, { as, body: { suspension_id, version, note: 'by hand' } })
  await suspend('3')

  const cases = [made, found, touched].map((case_id) => ({ case_id, version: 2 }))
  const undone = await post(keeper, 'undo', { cases })
  expect(undone.body).toMatchObject({ results: cases.map(() => ({ ok: true, version: 3 })) })
  const states = new Map((await listed()).map(({ nft_range, status }) => [nft_range.token_from, status]))
  expect([states.get('1'), states.get('2'), states.get('3')]).toEqual([
    'unsuspended',
    'suspended',
    'suspended',
  ])
  expect(await pick(keeper, made)).toMatchObject({ resolution: 'flagged', round: 2, reports: 1 })
  expect(await pick(keeper, made)).toMatchObject({ asset: { suspended: false } })
  expect(await pick(keeper, found)).toMatchObject({ asset: { suspended: true } })
})

test('MO-12 undoing what hid a whole collection needs what doing it needs', async () => {
  const { asset, report, resolve, post, pick, moderator } = await startFlags()
  const keeper = await moderator('keeper', 'flag.read', 'flag.resolve', 'suspension.read', 'suspension.write')
  const boss = await moderator('boss', 'flag.read', 'flag.resolve')
  const id = await asset()
  await report('mali', id)
  const verdict = { review_disposition: 'suspend', scope: 'collection', notes: 'copies' } as const
  expect((await resolve(keeper, id, 1, verdict)).status).toBe(200)
  const cases = [{ case_id: id, version: 2 }]
  expect((await post(boss, 'undo', { cases })).body).toMatchObject({
    results: [{ ok: false, code: 'permission_required' }],
  })
  expect(await pick(keeper, id)).toMatchObject({ asset: { suspended: true } })
  expect((await post(keeper, 'undo', { cases })).body).toMatchObject({ results: [{ ok: true }] })
})

test('MO-1 MO-12 the collection of what stands for a virtual one is that one: no other project of its contract is touched', async () => {
  const { asset, report, resolve, pick, moderator } = await startFlags()
  const keeper = await moderator('keeper', 'flag.read', 'flag.resolve', 'suspension.write')
  const contract = `0x${'ab'.repeat(20)}`
  const of = (token: string, virtual?: string) => asset({ contract, token, ...(virtual && { virtual }) })
  const [one, same, other, alone] = [
    await of('1', 'temple'),
    await of('2', 'temple'),
    await of('3', 'shop'),
    await of('4'),
  ]
  for (const id of [one, same, other, alone]) await report('mali', id)
  const suspend = { review_disposition: 'suspend', scope: 'collection', notes: 'copies' } as const
  expect((await resolve(keeper, one, 1, suspend)).status).toBe(200)
  const seen = async (id: string) => (await pick(keeper, id)).asset
  const stands = { kind: 'vnft', collection_id: 'temple', item_id: 'i1' }
  for (const id of [one, same]) expect(await seen(id)).toMatchObject({ suspended: true, abstract: stands })
  expect(await seen(other)).toMatchObject({ suspended: false })
  expect(await seen(alone)).toMatchObject({ suspended: false, abstract: null })
})
