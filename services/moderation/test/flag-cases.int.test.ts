import { expect, test } from 'vitest'
import { startFlags } from './flag-harness.ts'
import { person } from './harness.ts'

const ids = (list: readonly { _id: string }[]) => list.map(({ _id }) => _id)

test('MO-16 what waits for 72 hours comes first, then by the weight of the reporters, then the oldest', async () => {
  const { asset, report, list, pick, resolve, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const [wrong, plain, doubted, older] = [await asset(), await asset(), await asset(), await asset()]
  await report('liar', wrong)
  expect((await pick(boss, wrong)).list).toMatchObject([{ agreed: 0, ignored: 0, weight: 0.5 }])
  await resolve(boss, wrong, 1)
  await report('liar', doubted)
  await report('mali', plain)
  await report('chai', older)
  await db.query(`update flag_case set opened_at = opened_at - interval '1 hour' where id = $1`, [older])
  // 1 × (0+1)/(0+0+2) for who is new, (0+1)/(0+1+2) after one that was ignored
  const queue = await list(boss)
  expect(ids(queue.list)).toEqual([older, plain, doubted])
  expect(queue.list.map(({ score }) => score)).toEqual([0.5, 0.5, 0.333])
  expect((await pick(boss, doubted)).list).toMatchObject([{ agreed: 0, ignored: 1 }])
  await db.query(`update flag_case set opened_at = opened_at - interval '73 hours' where id = $1`, [doubted])
  const later = await list(boss)
  expect(ids(later.list)).toEqual([doubted, older, plain])
  expect(later.list.map(({ overdue }) => overdue)).toEqual([true, false, false])
})

test('MO-9 the queue is narrowed by state, classification, kind of reporter, reporter and age, and counted', async () => {
  const { asset, report, list, resolve, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const [spam, rude, done] = [await asset(), await asset(), await asset()]
  await report('mali', spam)
  await report('mali', rude, { flag_classification: 'inappropriate' })
  await report('chai', rude)
  await report('chai', done)
  await resolve(boss, done, 1)
  await db.query(`update flag_case set opened_at = opened_at - interval '5 hours' where id = $1`, [rude])
  const found = async (query: string) => ids((await list(boss, query)).list).sort()
  expect(await found('')).toEqual([spam, rude].sort())
  expect(await found('?st=resolved')).toEqual([done])
  expect(await found('?st=all')).toEqual([spam, rude, done].sort())
  expect(await found('?cl=inappropriate')).toEqual([rude])
  expect(await found('?by=user')).toEqual([spam, rude].sort())
  expect(await found('?by=bot')).toEqual([])
  expect(await found('?rp=join-chai')).toEqual([rude])
  expect(await found('?age=4')).toEqual([rude])
  expect((await list(boss, '?count=1&ps=1&pi=1')).body).toMatchObject({
    total: 2,
    pages: 2,
    index: 1,
    size: 1,
  })
  expect((await list(boss, '?st=gone')).status).toBe(400)
})

test('AW-5 a claim is told to others for ten minutes, and ends with its release or a decision', async () => {
  const { asset, report, pick, post, resolve, moderator } = await startFlags()
  const [boss, second] = [await moderator('boss'), await moderator('second')]
  const id = await asset()
  await report('mali', id)
  const claimed = await post(boss, 'claim', { case_id: id })
  expect(claimed).toMatchObject({
    status: 200,
    body: { case: { claim: { account_id: 'account-boss', is_me: true } } },
  })
  expect((await pick(second, id)).claim).toMatchObject({ is_me: false })
  await post(second, 'release', { case_id: id })
  expect((await pick(second, id)).claim).toMatchObject({ account_id: 'account-boss' })
  await post(second, 'claim', { case_id: id })
  expect((await pick(second, id)).claim).toMatchObject({ is_me: true })
  expect((await resolve(boss, id, 1)).status).toBe(200)
  expect((await pick(boss, id)).claim).toBeNull()
  for (const path of ['claim', 'release'])
    expect((await post(boss, path, { case_id: '0'.repeat(24) })).status).toBe(404)
})

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
    ...{ resolution: 'resolved', review_disposition: 'ignore', resolved_by: 'join-boss', reports: 1 },
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
    ...{ resolution: 'flagged', round: 2, reports: 1, list: [{ reporter: 'join-mali' }] },
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
