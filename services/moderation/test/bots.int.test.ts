import { create } from '@bufbuild/protobuf'
import { AssetMetadataReadSchema } from '@talad/proto/asset-indexer/v1/events'
import { inTx } from '@talad/shared/db'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { judgeReading } from '../src/bot/judge.ts'
import { compareOriginals } from '../src/jobs/bot-originals.ts'
import { contractOf, RED, SECRET, sent, startBots, told } from './bots-harness.ts'

const about = () => ({ blacklist: new Set(['evil.example']), blacklistUrl: undefined, now: new Date() })

test('MO-15 what a rule finds opens a case or joins it, with rule, confidence and evidence, once for each asset, rule and metadata', async () => {
  const { tell, send, report, pick, reports, resolve, db, boss, list } = await startBots()
  const marked = await tell(1, '1', { description: '<b>win</b>' })
  expect(await pick(boss, marked)).toMatchObject({
    round: 1,
    resolution: 'flagged',
    reporters: { user: 0, bot: 1 },
    score: 0.5,
    list: [
      {
        kind: 'bot',
        reporter: 'bot:markup',
        weight: 0.5,
        notes: null,
        bot: { rule: 'markup', confidence: 0.6, evidence: { field: 'description', found: '<b>' } },
      },
    ],
  })
  // the same once more: the same message, another one of the same metadata, one that was kept back
  const again = told(1, '1', { description: '<b>win</b>' })
  const twice = again.messages.map((one, n) => sent(one, `again-${n}`))
  await send(...twice, ...twice)
  const late = told(1, '1', { description: '<script>x</script>', at: new Date(0) })
  await send(...late.messages.map((one) => sent(one)))
  expect(await reports()).toEqual([`${marked} bot:markup`])

  const joined = await tell(1, '2')
  await report('mali', joined)
  await tell(1, '2', { name: '<i>Two</i>' })
  expect(await pick(boss, joined)).toMatchObject({ round: 1, reporters: { user: 1, bot: 1 }, score: 1 })
  expect((await list(boss, '?by=bot')).list).toHaveLength(2)
  // an open case: its report is changed; a decided one: a round of its own
  await tell(1, '2', { name: '<u>Two</u>' })
  expect((await pick(boss, joined)).list.find(({ kind }) => kind === 'bot')?.bot?.evidence.found).toBe('<u>')
  await resolve(boss, joined, 3)
  await tell(1, '2', { name: '<u>Two</u>' })
  expect(await pick(boss, joined)).toMatchObject({ round: 1, resolution: 'resolved' })
  await tell(1, '2', { name: '<em>Two</em>' })
  expect(await pick(boss, joined)).toMatchObject({ round: 2, resolution: 'flagged', reports: 1 })

  // killed before the end: nothing of it is there, and then all of it
  const killed = told(1, '3', { description: '<b>3</b>' })
  await send(...killed.messages.slice(0, 1).map((one) => sent(one)))
  const judgeIt = (fail: boolean) =>
    inTx(db, async (tx) => {
      await judgeReading(tx, create(AssetMetadataReadSchema, killed.read), about())
      if (fail) throw new Error('killed')
    })
  const before = await reports()
  await expect(judgeIt(true)).rejects.toThrow('killed')
  expect(await reports()).toEqual(before)
  await judgeIt(false)
  await judgeIt(false)
  expect(await reports()).toHaveLength(before.length + 1)
})

test('MO-15 a name or a picture is compared with those of issuers, in whatever order they are read', async () => {
  const { tell, issue, reports } = await startBots()
  const early = await tell(2, '1', { collection: 'Betta by nobody', picture: RED })
  await issue('siam', 1)
  const own = await tell(1, '1', { collection: 'ปลากัดสยาม · Siam Betta', name: 'Ruby', picture: RED })
  const near = `${RED.slice(0, 62)}0f`
  const copied = await tell(3, '1', { collection: 'Else', name: 'Ruby', picture: near })
  const named = await tell(4, '1', { collection: 'Siam Bеtta Official' })
  await tell(5, '1', { collection: 'Lanterns', picture: '0f'.repeat(32) })
  await tell(1, '2', { collection: 'ปลากัดสยาม · Siam Betta', picture: RED })
  expect(await reports()).toEqual(
    [`${early} bot:copied_picture`, `${copied} bot:copied_picture`, `${named} bot:imitated_name`].sort(),
  )
  expect(own).toBeDefined()
})

test('MO-15 AI-8 names and pictures of a verified collection are compared like those of an issuer', async () => {
  const { tell, send, reports } = await startBots()
  await tell(1, '1', { collection: 'Lotus Garden', picture: RED, verified: true })
  const copied = await tell(2, '1', { collection: 'Else', picture: RED })
  const named = await tell(3, '1', { collection: 'Lotus Gardеn Official' })
  await tell(1, '2', { collection: 'Lotus Garden', picture: RED, verified: true })
  await tell(4, '1', { collection: 'Harbour' })
  expect(await reports()).toEqual([`${copied} bot:copied_picture`, `${named} bot:imitated_name`].sort())
  // no longer verified: what comes from now on is nobody's copy
  for (const token of ['1', '2'])
    await send(
      ...told(1, token)
        .messages.slice(0, 1)
        .map((one) => sent(one)),
    )
  await tell(5, '1', { collection: 'Lotus Garden', picture: RED })
  expect(await reports()).toHaveLength(2)
})

test('MO-15 who becomes an issuer, and a collection that is verified, is compared with what was read before, once', async () => {
  const { tell, send, issue, reports, db } = await startBots()
  const compared = () => compareOriginals.run({}, { deps: { db }, now: new Date(), attempt: 1 })
  await tell(1, '1', { collection: 'Siam Betta', name: 'Ruby', picture: RED })
  const copied = await tell(2, '1', { collection: 'Else', picture: RED })
  const named = await tell(3, '1', { collection: 'Siam Bеtta Official' })
  await tell(4, '1', { collection: 'Harbour', picture: '0f'.repeat(32) })
  await tell(6, '1', { collection: 'Lotus Garden' })
  const other = await tell(7, '1', { collection: 'Lotus Gardеn' })
  expect(await reports()).toEqual([])
  await issue('siam', 1)
  await compared()
  const first = [`${copied} bot:copied_picture`, `${named} bot:imitated_name`].sort()
  expect(await reports()).toEqual(first)
  // as the indexer tells that it was verified, which no metadata goes with
  await send(
    ...told(6, '1', { verified: true })
      .messages.slice(0, 1)
      .map((one) => sent(one)),
  )
  await compared()
  const all = [...first, `${other} bot:imitated_name`].sort()
  expect(await reports()).toEqual(all)
  await db.query('delete from bot_original')
  await compared()
  expect(await reports()).toEqual(all)
})

test('AW-6 a case is shown with its asset, its issuer, the reports by kind with the record of each reporter, and what was decided before', async () => {
  const { tell, issue, report, pick, resolve, boss } = await startBots()
  await issue('siam', 1)
  const [known, other] = [await tell(1, '1', { name: 'Ruby' }), await tell(2, '1')]
  await report('mali', other)
  expect(await pick(boss, other)).toMatchObject({ issuer: null, decisions: [] })
  await resolve(boss, other, 1)
  await report('mali', known)
  await report('chai', known, { flag_classification: 'inappropriate' })
  await tell(1, '1', { name: '<b>Ruby</b>' })
  const found = await pick(boss, known)
  expect(found).toMatchObject({
    asset: { name: '<b>Ruby</b>', contract_address: contractOf(1), token_id: '1', suspended: false },
    issuer: { slug: 'siam', names: { th: 'ผู้ออก siam', en: 'siam' } },
    classifications: { inappropriate: 1, spam: 2, other: 0 },
    reporters: { user: 2, bot: 1 },
  })
  const records = found.list.map(({ reporter, agreed, ignored }) => [reporter, agreed, ignored])
  expect(records.sort()).toEqual([
    ['bot:markup', 0, 0],
    ['join-chai', 0, 0],
    ['join-mali', 0, 1],
  ])
  await resolve(boss, known, found.version, { review_disposition: 'ignore', notes: 'its own name' })
  await report('dao', known)
  expect(await pick(boss, known)).toMatchObject({
    round: 2,
    reports: 1,
    decisions: [{ round: 1, action: 'ignore', by: 'join-boss', note: 'its own name', reports: 3 }],
  })
})

test('MO-14 a rule that is marked instant suspends the asset at once, ignoring lifts it, and users never suspend by number', async () => {
  const { tell, report, pick, resolve, post, suspended, boss, db } = await startBots()
  const bad = await tell(1, '1', { description: 'claim at https://evil.example' })
  const opened = await pick(boss, bad)
  const instant_suspension = expect.stringMatching(/^[0-9a-f]{24}$/)
  expect(opened).toMatchObject({ resolution: 'flagged', asset: { suspended: true }, instant_suspension })
  expect(await suspended()).toBe(1)
  const ignored = await resolve(boss, bad, opened.version)
  expect(ignored.status).toBe(200)
  expect(await pick(boss, bad)).toMatchObject({ resolution: 'resolved', asset: { suspended: false } })
  // taken back, it is suspended again; suspended by a moderator, it stays so
  await post(boss, 'undo', { cases: [{ case_id: bad, version: opened.version + 1 }] })
  expect(await pick(boss, bad)).toMatchObject({ round: 2, asset: { suspended: true } })
  const verdict = { review_disposition: 'suspend', scope: 'individual', notes: 'a fraud' } as const
  expect((await resolve(boss, bad, opened.version + 2, verdict)).status).toBe(200)
  expect(await pick(boss, bad)).toMatchObject({ resolution: 'resolved', asset: { suspended: true } })
  // that decision has found it suspended: taken back, what the rule has done is still there, until it is ignored
  await post(boss, 'undo', { cases: [{ case_id: bad, version: opened.version + 3 }] })
  expect(await pick(boss, bad)).toMatchObject({ round: 3, asset: { suspended: true } })
  expect((await resolve(boss, bad, opened.version + 4)).status).toBe(200)
  expect(await pick(boss, bad)).toMatchObject({ asset: { suspended: false } })

  const crowd = await tell(1, '2')
  for (let n = 0; n < 25; n += 1) await report(`reporter${n}`, crowd)
  await tell(1, '2', { name: '<b>2</b>' })
  const calm = { reports: 26, asset: { suspended: false }, instant_suspension: null }
  expect(await pick(boss, crowd)).toMatchObject(calm)
  const { rows } = await db.query<{ who: string }>(
    `select distinct data->>'who' as who from kit.event where stream like 'audit-%'
       and data->>'action' = 'suspension.suspend' order by 1`,
  )
  expect(rows.map(({ who }) => who)).toEqual(['join-boss', 'service:moderation'])
})

test('MO-15 bots of other services report by an internal call, and only they', async () => {
  const { tell, url, pick, boss, reports } = await startBots()
  const id = await tell(1, '1')
  const evidence = { field: 'description', found: 'buy followers', like: null, distance: null }
  const body = { asset_id: id, metadata_hash: 'a'.repeat(64), rule: 'spam_words', confidence: 0.8, evidence }
  const post = async (given: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { 'x-internal-token': token }) }
    const init = { method: 'POST', headers, body: JSON.stringify(given) }
    const answer = await fetch(`${url}/moderation/internal/flagging`, init)
    return {
      status: answer.status,
      body: z.looseObject({ reported: z.boolean().optional() }).parse(await answer.json()),
    }
  }
  expect((await post(body)).status).toBe(401)
  expect((await post(body, 'x'.repeat(48))).status).toBe(401)
  const both = await Promise.all([post(body, SECRET), post(body, SECRET)])
  expect(both.map((answer) => answer.body.reported).sort()).toEqual([false, true])
  expect(await post({ ...body, metadata_hash: 'b'.repeat(64) }, SECRET)).toEqual({
    status: 200,
    body: { reported: true },
  })
  expect(await reports()).toEqual([`${id} bot:spam_words`])
  expect(await pick(boss, id)).toMatchObject({ asset: { suspended: false } })
  expect(await post({ ...body, asset_id: '0'.repeat(24) }, SECRET)).toMatchObject({
    status: 404,
    body: { code: 'asset_not_found', field: 'asset_id' },
  })
  expect((await post({ ...body, confidence: 2 }, SECRET)).status).toBe(400)
})
