import { expect, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { startFlags } from './flag-harness.ts'

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
  // AW-5: and somebody is called
  const called = await db.query(manifest.needsReview?.[0]?.sql ?? '')
  expect(called.rows).toEqual([{ id: doubted }])

  // pages that begin in one part of the queue and end in another, and behind both
  const page = async (size: number, index: number) =>
    ids((await list(boss, `?st=all&ps=${size}&pi=${index}`)).list)
  expect(await page(3, 0)).toEqual([doubted, older, plain])
  expect(await page(3, 1)).toEqual([wrong])
  expect([await page(2, 0), await page(2, 1), await page(2, 2)]).toEqual([
    [doubted, older],
    [plain, wrong],
    [],
  ])
  expect(await Promise.all([0, 1, 2, 3].map((index) => page(1, index)))).toEqual(
    [doubted, older, plain, wrong].map((one) => [one]),
  )

  // AW-5: the oldest first, whoever says so
  await db.query(`update flag_case set opened_at = opened_at + interval '53 hours' where id = $1`, [doubted])
  expect(ids((await list(boss)).list)).toEqual([older, plain, doubted])
  expect(ids((await list(boss, '?sr=oldest')).list)).toEqual([doubted, older, plain])
  expect(ids((await list(boss, `?sr=oldest&ids=${plain},${doubted}`)).list)).toEqual([doubted, plain])
  expect(ids((await list(boss, `?st=all&ids=${wrong},${plain}`)).list)).toEqual([plain, wrong])
})

test('MO-9 the queue is narrowed by state, classification, kind of reporter, reporter and age, and counted', async () => {
  const { asset, report, list, resolve, post, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const [spam, rude, done] = [await asset(), await asset(), await asset()]
  await report('mali', spam)
  await report('mali', rude, { flag_classification: 'inappropriate' })
  await report('chai', rude)
  await report('chai', done)
  await resolve(boss, done, 1)
  await db.query(`update flag_case set opened_at = opened_at - interval '5 hours' where id = $1`, [rude])
  const finds = async (wanted: Record<string, string[]>) => {
    for (const [query, cases] of Object.entries(wanted))
      expect(ids((await list(boss, query)).list).sort(), query).toEqual(cases.sort())
  }
  await finds({
    '': [spam, rude],
    '?st=resolved': [done],
    '?st=all': [spam, rude, done],
    '?age=4': [rude],
    '?cl=spam': [spam, rude],
    '?cl=inappropriate': [rude],
    '?cl=other': [],
    '?by=bot': [],
    '?by=user': [spam, rude],
    '?st=all&cl=spam&by=user': [spam, rude, done],
    '?rp=join-chai': [rude],
    '?rp=join-chai&cl=inappropriate': [],
    '?rp=join-mali&cl=spam': [spam],
  })
  await report('mali', rude, { flag_classification: 'spam' })
  await post(boss, 'flag', { asset_id: rude, flag_classification: 'other', notes: 'seen by chance' })
  await finds({
    '?cl=inappropriate': [],
    '?cl=other': [rude],
    '?by=user&cl=spam': [spam, rude],
    '?by=admin': [rude],
    '?by=admin&cl=other': [rude],
    '?by=admin&cl=spam': [],
  })
  expect((await list(boss, '?cl=spam&count=1')).body).toMatchObject({ total: 2 })
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
    body: { case: { claim: { account_id: 'account-boss', customer_id: 'join-boss', is_me: true } } },
  })
  expect((await pick(second, id)).claim).toMatchObject({ is_me: false })
  await post(second, 'release', { case_id: id })
  expect((await pick(second, id)).claim).toMatchObject({ account_id: 'account-boss' })
  await post(second, 'claim', { case_id: id })
  expect((await pick(second, id)).claim).toMatchObject({ is_me: true })
  expect((await resolve(boss, id, 1)).status).toBe(200)
  expect((await pick(boss, id)).claim).toBeNull()
  // one that was on its way while it was decided
  expect(await post(second, 'claim', { case_id: id })).toMatchObject({ body: { case: { claim: null } } })
  for (const path of ['claim', 'release'])
    expect((await post(boss, path, { case_id: '0'.repeat(24) })).status).toBe(404)
})
