import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { AccountMergedSchema, PersonErasedSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import { untilHeard } from '@talad/shared/testing/heard'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { sent } from './bots-harness.ts'
import { startFlags } from './flag-harness.ts'

const hours = (count: number) => `interval '${count} hours'`

test('MO-17 a report needs a bearer token, a known asset, and words for other alone', async () => {
  const { asset, report, call } = await startFlags()
  const id = await asset()
  const path = '/api/user/v1/moderation/flagging/request'
  const body = { asset_id: id, flag_classification: 'spam' }
  expect((await call('POST', path, { body })).status).toBe(401)
  // a wallet that signed in has a token, and no customer
  expect((await call('POST', path, { body, as: 'wallet-only' })).status).toBe(200)
  expect(await report('mali', '0'.repeat(24))).toMatchObject({
    status: 404,
    body: { code: 'asset_not_found' },
  })
  for (const flag_user_notes of [undefined, '', ' \n '])
    expect(await report('mali', id, { flag_classification: 'other', flag_user_notes })).toMatchObject({
      status: 400,
      body: { code: 'flag_notes_required', field: 'flag_user_notes' },
    })
  const long = { flag_classification: 'other', flag_user_notes: 'x'.repeat(5_001) }
  for (const bad of [long, { flag_classification: 'ugly' }, { flag_user_notes: 'a\0b' }])
    expect(await report('mali', id, bad)).toMatchObject({ status: 400, body: { code: 'validation' } })
  const answer = await report('mali', id, {
    flag_classification: 'other',
    flag_user_notes: ' copied <b>art</b> ',
  })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      flagging: {
        asset_id: id,
        asset_name: `asset ${id}`,
        resolution: 'flagged',
        flag_classification: 'other',
        flag_user_notes: 'copied <b>art</b>',
      },
    },
  })
})

test('MO-17 the 21st report of 24 hours is refused, however many come at once; a day later there is room again', async () => {
  const { asset, report, db } = await startFlags()
  const ids = await Promise.all(Array.from({ length: 25 }, () => asset()))
  const answers = await Promise.all(ids.map((id) => report('mali', id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  for (const { status, body } of answers)
    if (status !== 200)
      expect({ status, body }).toMatchObject({ status: 429, body: { code: 'too_many_flags' } })
  const refused = ids[answers.findIndex(({ status }) => status !== 200)] ?? ''
  expect((await report('chai', refused)).status).toBe(200)
  await db.query(`update flag_report set created_at = created_at - ${hours(24)} where reporter = 'join-mali'`)
  expect((await report('mali', refused)).status).toBe(200)
})

test('MO-9 of fifty who report one asset at once each has a report in the one case; the same call twice is one', async () => {
  const { asset, report, list, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const id = await asset()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => report(`p${index % 25}`, id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect((await list(boss)).list).toMatchObject([
    {
      _id: id,
      reports: 25,
      classifications: { spam: 25, inappropriate: 0 },
      reporters: { user: 25, bot: 0 },
    },
  ])
  const first = await report('twice', id, { flag_user_notes: 'n' }, 'key')
  expect(await report('twice', id, { flag_user_notes: 'n' }, 'key')).toEqual(first)
  // its answer was lost: it comes again and finds what it made
  await db.query(
    `update kit.request set status = null, body = null, started_at = now() - interval '1 minute'`,
  )
  expect(await report('twice', id, { flag_user_notes: 'n' }, 'key')).toEqual(first)
  const { rows } = await db.query(`select 1 from kit.event where stream = $1`, [`flag-case-${id}`])
  expect(rows).toHaveLength(26)
})

test('MO-10 the same person changes their report; of a decided case the same is taken in silence while the asset is unchanged', async () => {
  const { asset, report, own, pick, resolve, moderator } = await startFlags()
  const boss = await moderator('boss')
  const id = await asset()
  await report('mali', id, { flag_user_notes: 'first' })
  const changed = await report('mali', id, {
    flag_classification: 'inappropriate',
    flag_user_notes: 'second',
  })
  expect(changed.status).toBe(200)
  const open = await pick(boss, id)
  expect(open.list).toMatchObject([
    { reporter: 'join-mali', classification: 'inappropriate', notes: 'second' },
  ])
  expect((await resolve(boss, id, open.version)).status).toBe(200)

  const again = await report('mali', id, { flag_classification: 'inappropriate', flag_user_notes: 'third' })
  expect(again).toMatchObject({ status: 200, body: { flagging: { resolution: 'resolved' } } })
  expect(await pick(boss, id)).toMatchObject({ resolution: 'resolved', round: 1 })
  await asset({ id, content: 'b' })
  expect(await report('mali', id, { flag_classification: 'inappropriate' })).toMatchObject({
    body: { flagging: { resolution: 'flagged', flag_user_notes: '' } },
  })
  expect(await pick(boss, id)).toMatchObject({ resolution: 'flagged', round: 2, reports: 1 })
  expect((await own('mali')).body).toMatchObject({
    list: [{ resolution: 'flagged' }, { resolution: 'resolved' }],
  })
})

test('MO-18 a reporter hears of their own reports alone, newest first and page by page', async () => {
  const { asset, report, own } = await startFlags()
  const ids = [await asset(), await asset(), await asset()]
  for (const id of ids) {
    await report('chai', id, { flag_user_notes: 'secret of chai' })
    const { body } = await report('mali', id, { flag_user_notes: 'mine' })
    expect(JSON.stringify(body)).not.toContain('of chai')
  }
  const first = await own('mali', '?lm=2')
  const { list, nextCursor } = first.body as { list: { asset_id: string }[]; nextCursor: string }
  const rest = (await own('mali', `?lm=2&cs=${nextCursor}`)).body as typeof first.body & { list: typeof list }
  expect([...list, ...rest.list].map(({ asset_id }) => asset_id).sort()).toEqual([...ids].sort())
  expect(JSON.stringify([first.body, rest])).not.toContain('of chai')
  expect(rest).toMatchObject({ nextCursor: null })
  expect((await own('dao')).body).toEqual({ list: [], nextCursor: null })
})

test('ID-42 what a reporter wrote lies sealed beside the events, and is gone when its row is', async () => {
  const { asset, report, own, pick, moderator, db } = await startFlags()
  const boss = await moderator('boss')
  const id = await asset()
  await report('mali', id, { flag_classification: 'other', flag_user_notes: 'my neighbour Somchai made it' })
  const { rows } = await db.query(`select row_to_json(e)::text as text from kit.event e
    union all select row_to_json(n)::text from flag_note n union all select row_to_json(r)::text from flag_report r`)
  expect(rows.map(({ text }) => text).join()).not.toContain('Somchai')
  expect((await pick(boss, id)).list).toMatchObject([{ notes: 'my neighbour Somchai made it' }])
  await db.query('delete from flag_note')
  expect((await pick(boss, id)).list).toMatchObject([{ notes: null }])
  expect((await own('mali')).body).toMatchObject({ list: [{ flag_user_notes: '' }] })
})

test('ID-42 who has everything forgotten leaves no words in reports, by whichever id they reported; others do, and what is written afterwards stays', async () => {
  const { asset, report, call, pick, moderator, db, bus } = await startFlags()
  const boss = await moderator('boss')
  const [first, second] = [await asset(), await asset()]
  const words = { flag_classification: 'other', flag_user_notes: 'I am Mali' }
  await report('mali', first, words)
  // before they were a customer
  const path = '/api/user/v1/moderation/flagging/request'
  const bare = { asset_id: second, ...words }
  expect((await call('POST', path, { as: { sub: 'account-mali' }, body: bare })).status).toBe(200)
  await report('chai', first, { ...words, flag_user_notes: 'I am Chai' })
  const erased = { accountId: 'account-mali', customerId: 'join-mali', at: timestampFromDate(new Date()) }
  const out = outgoing('identity.account.v1', 'account-mali', PersonErasedSchema, erased)
  const notes = async () => {
    const { rows } = await db.query<{ reporter: string }>(
      'select reporter from flag_note n join flag_report r on r.id = n.flag_id order by 1',
    )
    return rows.map(({ reporter }) => reporter)
  }
  expect(await notes()).toEqual(['account-mali', 'join-chai', 'join-mali'])
  await bus.publish([sent(out)])
  await until('the words are gone', async () => (await notes()).length === 1)
  expect(await notes()).toEqual(['join-chai'])
  expect((await pick(boss, first)).list.map(({ reporter, notes }) => [reporter, notes]).sort()).toEqual([
    ['join-chai', 'I am Chai'],
    ['join-mali', null],
  ])
  // told once more, and late: what was written since is not what was to be forgotten
  await report('mali', first, words)
  await bus.publish([sent(out)])
  await untilHeard(bus, 'moderation.person')
  expect(await notes()).toEqual(['join-chai', 'join-mali'])
})

test('ID-35 what an absorbed account reported is the other’s: both reports of one asset are one, and each is told of once', async () => {
  const { asset, report, own, resolve, pick, moderator, bus, call, db } = await startFlags()
  const boss = await moderator('boss')
  const [both, onlyOld, decided] = [await asset(), await asset(), await asset()]
  const reportAs = (assetId: string) =>
    call('POST', '/api/user/v1/moderation/flagging/request', {
      as: 'wallet-only',
      body: { asset_id: assetId, flag_classification: 'spam', flag_user_notes: 'mine' },
    })
  for (const id of [both, onlyOld, decided]) await reportAs(id)
  await report('mali', both)
  await resolve(boss, decided, 1)
  const merged = (accountId: string, intoAccountId: string, intoCustomerId: string, number: bigint) =>
    sent(
      outgoing('identity.account.v1', accountId, AccountMergedSchema, {
        mergeId: accountId,
        accountId,
        intoAccountId,
        intoCustomerId,
        number,
      }),
    )
  // the later merge is heard of first
  const later = merged('between', 'account-mali', 'join-mali', 2n)
  const earlier = merged('wallet-only', 'between', '', 1n)
  await bus.publish([later])
  await untilHeard(bus, 'moderation.merge')
  for (const one of [earlier, earlier]) await bus.publish([{ ...one, id: `${one.id}${Math.random()}` }])
  await untilHeard(bus, 'moderation.merge')
  await until('they are theirs', async () => {
    const { body } = await own('mali')
    return (body as { list: unknown[] }).list.length === 3
  })
  const reporters = async (id: string) => (await pick(boss, id)).list.map(({ reporter }) => reporter)
  for (const id of [both, onlyOld, decided]) expect(await reporters(id)).toEqual(['join-mali'])
  expect((await db.query('select reporter, agreed, ignored from flag_reporter')).rows).toEqual([
    { reporter: 'join-mali', agreed: 0, ignored: 1 },
  ])
  const { version } = await pick(boss, onlyOld)
  expect((await resolve(boss, onlyOld, version)).status).toBe(200)
  const told = await db.query<{ told: unknown }>(
    `select data -> 'told' -> 'reporters' -> 0 ->> 'reporter' as told from kit.event where type = 'CaseResolved' and stream like $1`,
    [`%${onlyOld}`],
  )
  expect(told.rows).toEqual([{ told: 'join-mali' }])
})

test('an asset that the indexer tells of can be reported, and older news of it changes nothing', async () => {
  const { asset, report, db } = await startFlags()
  const id = await asset({ content: 'new', at: new Date('2026-11-23T01:00:00Z') })
  await asset({ id, content: 'old', at: new Date('2026-11-23T00:00:00Z') })
  const { rows } = await db.query('select content_hash from asset_replica')
  expect(rows).toEqual([{ content_hash: 'new' }])
  await until('it can be reported', async () => (await report('mali', id)).status === 200)
})
