import { service } from '@talad/moderation/service'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

async function start() {
  const moderation = await startUnderTest(service, inject('postgres'), {
    PERSONAL_DATA_KEY: '7'.repeat(64),
  })
  onTestFinished(() => moderation.close())
  const env = { MODERATION_DATABASE_URL: moderation.databaseUrl, BUS_DATABASE_URL: moderation.busUrl }
  const run = (...args: string[]) => runTalad(catalog, env, ...args)
  return { moderation, run }
}

const me = { sub: 'account-mali', jid: 'mali' }

test('an operator makes the first super_admin, and both he and the audit log say so', async () => {
  const { moderation, run } = await start()
  const grant = ['admin', 'grant', 'join-mali', 'super_admin', '--note', 'our first']
  expect((await run('admin', 'list')).stdout).toContain('"admin grant')
  const asked = await run(...grant, '--dry-run')
  expect(asked.stdout).toContain('join-mali may do: nothing.\njoin-mali would be allowed: super_admin.\n')
  expect((await run('admin', 'list')).stdout).toContain('No admins.')
  expect(await run(...grant)).toMatchObject({ exit: 0 })
  expect((await run('admin', 'list')).stdout).toMatch(/join-mali\s+super_admin\s+operator:\S+\s+our first/)
  const own = await moderation.call('GET', '/api/admin/v1/permissions', { as: me })
  expect(own.body).toMatchObject({ customer: 'join-mali', super_admin: true })
  const lines = () => moderation.call('GET', '/api/admin/v1/audit/list', { as: me })
  await until('it is written down', async () => {
    const { list } = (await lines()).body as { list: object[] }
    return list.length === 1
  })
  expect((await lines()).body).toMatchObject({
    list: [
      {
        who: expect.stringMatching(/^operator:/),
        action: 'permission.set',
        note: 'our first',
        target: { kind: 'customer', id: 'join-mali' },
      },
    ],
  })
  expect(await run(...grant)).toMatchObject({ exit: 0 }) // again changes nothing
  const last = await run('admin', 'revoke', 'join-mali', 'super_admin', '--note', 'n')
  expect(last).toMatchObject({ exit: 2, stderr: 'what: refused: last_super_admin\n' })
  const lastAsked = await run('admin', 'revoke', 'join-mali', 'super_admin', '--note', 'n', '--dry-run')
  expect(lastAsked).toEqual(last)
  for (const [customer, what, told] of [
    ['mali', 'fee.write', 'customer: mali is no customer id'],
    ['join-mali', 'everything', 'what: everything is none of super_admin, issuer.read'],
  ] as const) {
    const wrong = await run('admin', 'grant', customer, what, '--note', 'n')
    expect(wrong.exit).toBe(2)
    expect(wrong.stderr).toContain(told)
  }
  expect((await run('admin', 'grant', 'join-mali', 'fee.write')).exit).toBe(2)
})

test('GW-27 "verify audit" proves the audit log, and ends with 1 where a line was changed', async () => {
  const { moderation, run } = await start()
  for (const what of ['super_admin', 'fee.write', 'flag.read'])
    await run('admin', 'grant', 'join-mali', what, '--note', what)
  await until('all is written down', async () => {
    const { rows } = await moderation.db.query<{ count: bigint }>('select count from audit_head')
    return rows[0]?.count === 3n
  })
  const good = await run('verify', 'audit')
  expect(good).toMatchObject({ exit: 0 })
  expect(good.stdout).toMatch(/^holds {3}moderation: the audit log is whole: .* \(3 lines\)\nNext: nothing/)
  const { openDb } = await import('@talad/shared/db')
  const owner = openDb(moderation.databaseUrl, { owner: true })
  onTestFinished(() => owner.end())
  await owner.query('alter table audit_line disable trigger all')
  await owner.query(`update audit_line set who = 'operator:nobody' where seq = 2`)
  const bad = await run('verify', 'audit')
  expect(bad.exit).toBe(1)
  expect(bad.stdout).toContain('line 2 was changed')
  const wrong = await run('verify', 'audits')
  expect(wrong).toMatchObject({ exit: 2 })
  expect(wrong.stderr).toContain('there is no service and no check audits')
})
