import { randomFrom } from '@talad/demo/random'
import { audit } from '@talad/shared/audit'
import { inTx, openDb, type Queryable } from '@talad/shared/db'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { notifyOnce } from '@talad/shared/notifier'
import { replay } from '@talad/shared/republish'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { verifyAuditLog } from '../src/audit/log.ts'
import { start } from './harness.ts'

type Running = Awaited<ReturnType<typeof start>>

/** What another service would tell, through this one's own log. */
async function told(running: Running, count: number) {
  const at = (index: number) => new Date(Date.UTC(2026, 10, 1) + index * 60_000)
  await inTx(running.db, async (tx) => {
    for (let index = 0; index < count; index++)
      await audit(tx, {
        id: `told-${index}`,
        requestId: `request-${index}`,
        now: at(index),
        actor:
          index % 3 === 0 ? { operator: 'somchai' } : { accountId: 'a', customerId: `join-${index % 3}` },
        action: index % 2 ? 'withdrawal.approve' : 'withdrawal.reject',
        target: { kind: 'withdrawal', id: `w${index % 5}` },
        ...(index % 4 ? { before: { index } } : {}),
        after: { index, done: true },
        note: `note ${index}`,
      })
  })
  await notifyOnce(running.db, LOG_CHANNEL) // this pool is not the service's
  await until('all lines are there', async () => {
    const { rows } = await running.db.query<{ count: bigint }>('select count from audit_head')
    return rows[0]?.count === BigInt(count)
  })
}

type Page = {
  list: { seq: number; who: string; action: string; target: { id: string }; at: string }[]
  nextCursor: string | null
}

test('GW-27 the log is read newest first, page by page, by who, action, target and time, by who has audit.read', async () => {
  const running = await start()
  await running.db.query(
    `insert into kit.admin_grant (customer_id, super_admin, permissions, revision) values
       ('join-auditor', false, '{audit.read}', 1), ('join-clerk', false, '{bank.read,bank.decide}', 1)`,
  )
  await told(running, 25)
  const read = async (query: string) => (await running.get('auditor', `/audit/list?${query}`)).body as Page
  const all: number[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page: Page = await read(`lm=10${next && `&cs=${next}`}`)
    all.push(...page.list.map(({ seq }) => seq))
    next = page.nextCursor
  }
  expect(all).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
  const first = (await read('target_kind=withdrawal&from=2026-11-01T00:01:00Z&to=2026-11-01T00:02:00Z')).list
  expect(first).toMatchObject([
    {
      who: 'join-1',
      action: 'withdrawal.approve',
      target: { kind: 'withdrawal', id: 'w1' },
      service: 'moderation',
      note: 'note 1',
      request_id: 'request-1',
      at: '2026-11-01T00:01:00.000Z',
      changes: [{ field: 'done', before: null, after: 'true' }],
      before_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      after_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect((await read('who=operator:somchai&lm=100')).list).toHaveLength(9)
  const filtered = (await read('action=withdrawal.reject&target_id=w2&service=moderation')).list
  expect(filtered.map(({ at }) => at.slice(14, 16))).toEqual(['22', '12', '02'])
  expect((await read('who=nobody')).list).toEqual([])
  for (const query of ['cs=x', 'lm=0', 'lm=101', 'from=yesterday', 'who=%00'])
    expect(await running.get('auditor', `/audit/list?${query}`), query).toMatchObject({ status: 400 })
  expect(await running.get('clerk', '/audit/list')).toMatchObject({
    status: 403,
    body: { code: 'permission_required', details: { permission: 'audit.read' } },
  })
})

test('GW-27 a line that is told twice, also by a replay of years, is there once', async () => {
  const running = await start()
  await told(running, 5)
  await running.db.query('delete from kit.inbox')
  await replay(running.db, { position: 0n })
  await until('the replay is handled', async () => {
    const { rows } = await running.db.query(
      `select 1 from kit.inbox where consumer_group = 'moderation.audit'`,
    )
    return rows.length === 5
  })
  expect(await verifyAuditLog(running.db)).toEqual({ lines: 5n, faults: [] })
})

test('GW-27 nobody changes or removes a line: the rights of the service are refused, and those of the owner', async () => {
  const running = await start()
  await told(running, 2)
  const owner = openDb(running.databaseUrl, { owner: true })
  onTestFinished(() => owner.end())
  for (const db of [running.db, owner])
    for (const sql of [
      `update audit_line set note = 'x'`,
      'delete from audit_line where seq = 2',
      'truncate audit_line',
      'update audit_head set count = 1',
      'delete from audit_head',
    ])
      await expect(db.query(sql), sql).rejects.toThrow()
  expect(await verifyAuditLog(running.db)).toEqual({ lines: 2n, faults: [] })
})

const LINES = 40
const TEXTS = ['id', 'service', 'who', 'action', 'target_kind', 'target_id', 'note', 'request_id', 'hash']
const NULLABLE = ['before_hash', 'after_hash']

/** One thing that somebody with all rights could do to the log; `head`: what they do to what is kept beside it. */
function manipulation(roll: (below: number) => number): string[] {
  const line = 1 + roll(LINES)
  const other = 1 + ((line + roll(LINES - 1)) % LINES)
  const column = TEXTS[roll(TEXTS.length)] ?? 'note'
  const nullable = NULLABLE[roll(2)] ?? 'after_hash'
  const all = [
    [
      `update audit_line set ${column} = overlay(${column} placing '${'!?'[roll(2)]}' from ${1 + roll(3)}) where seq = ${line}`,
    ],
    [`update audit_line set ${column} = ${column} || ' ' where seq = ${line}`],
    [`update audit_line set ${nullable} = case when ${nullable} is null then 'x' end where seq = ${line}`],
    [`update audit_line set at = at + interval '${1 + roll(99_999)} ms' where seq = ${line}`],
    [`update audit_line set seq = ${LINES + 1 + roll(9)} where seq = ${line}`],
    [
      `update audit_line set seq = 0x7fffffff where seq = ${line}`,
      `update audit_line set seq = ${line} where seq = ${other}`,
      `update audit_line set seq = ${other} where seq = 0x7fffffff`,
    ],
    [
      `update audit_line a set note = b.note || a.note, who = b.who || 'x' from audit_line b where a.seq = ${line} and b.seq = ${other}`,
    ],
    [`delete from audit_line where seq = ${line}`],
    [
      `delete from audit_line where seq = ${line}`,
      `update audit_line set seq = -seq where seq > ${line}`,
      `update audit_line set seq = -seq - 1 where seq < 0`,
    ],
    [`delete from audit_line where seq >= ${line}`],
    [`delete from audit_line where seq <= ${line}`],
    [
      `insert into audit_line select ${LINES + 1}, id || 'x', service, who, action, target_kind, target_id, before_hash, after_hash, note, request_id, at, hash from audit_line where seq = ${line}`,
    ],
    [`delete from audit_line where seq >= ${line}`, `update audit_head set count = ${line - 1}`],
    [`update audit_head set count = count + ${1 + roll(5)}`],
    [`update audit_head set hash = (select hash from audit_line where seq = ${1 + roll(LINES - 1)})`],
    ['delete from audit_head'],
  ]
  return all[roll(all.length)] ?? []
}

test('B21 each of 1,000 random edits, deletions, swaps and truncations of the audit log is found', async () => {
  const running = await start()
  await told(running, LINES)
  const owner = openDb(running.databaseUrl, { owner: true, max: 1 })
  onTestFinished(() => owner.end())
  // without the triggers and constraints that stand in the way of an honest owner
  await owner.query('alter table audit_line drop constraint audit_line_seq_check')
  await owner.query('alter table audit_line disable trigger all')
  await owner.query('alter table audit_head disable trigger all')
  const look = (db: Queryable) => verifyAuditLog(db)
  expect(await look(owner)).toEqual({ lines: BigInt(LINES), faults: [] })
  const random = randomFrom('B21 of the audit log')
  const roll = (below: number) => Math.floor(random() * below)
  const missed: string[] = []
  for (let index = 0; index < 1_000; index++) {
    const statements = manipulation(roll)
    await owner.query('begin')
    for (const sql of statements) await owner.query(sql)
    if ((await look(owner)).faults.length === 0) missed.push(statements.join('; '))
    await owner.query('rollback')
  }
  expect(missed).toEqual([])
  expect(await look(owner)).toEqual({ lines: BigInt(LINES), faults: [] })
})
