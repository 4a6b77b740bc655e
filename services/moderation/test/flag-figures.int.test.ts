import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { startFlags } from './flag-harness.ts'
import { person } from './harness.ts'

test('AW-5 figures tell how old the queue is, and how often others took a decision back', async () => {
  const { asset, report, resolve, post, moderator, call, db } = await startFlags()
  const [boss, second] = [await moderator('boss'), await moderator('second')]
  const figures = async () => {
    const { status, body } = await call('GET', '/api/admin/v1/moderation/flagging/figures', {
      as: person('boss'),
    })
    return { status, body: body as { oldest: string; waiting_seconds: number } }
  }
  expect((await figures()).body).toMatchObject({
    open: 0,
    overdue: 0,
    oldest: null,
    blacklist: null,
    moderators: [],
  })
  const [kept, overruled, own, old] = [await asset(), await asset(), await asset(), await asset()]
  for (const one of [kept, overruled, own, old]) await report('mali', one)
  for (const one of [kept, overruled, own]) await resolve(boss, one, 1)
  await post(second, 'undo', { cases: [{ case_id: overruled, version: 2 }] })
  await post(boss, 'undo', { cases: [{ case_id: own, version: 2 }] })
  await resolve(second, own, 3)
  await db.query(`update flag_case set opened_at = opened_at - interval '80 hours' where id = $1`, [old])
  const lines = async () =>
    (await db.query('select 1 from audit_line where action like $1', ['flag-case.%'])).rowCount
  await until('all is in the log', async () => (await lines()) === 6)
  const { status, body } = await figures()
  expect([status, body]).toMatchObject([
    200,
    {
      open: 2,
      overdue: 1,
      decided_seconds: expect.any(Number),
      moderators: [
        { admin: 'join-boss', decided: 3, overruled: 1, agreement: 66.7 },
        { admin: 'join-second', decided: 1, overruled: 0, agreement: 100 },
      ],
    },
  ])
  expect(body.waiting_seconds).toBeGreaterThan(39 * 3_600)
})
