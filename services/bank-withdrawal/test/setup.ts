import { randomUUID } from 'node:crypto'
import { problem } from '@talad/proto/http/common'
import type { Permission } from '@talad/proto/http/permissions'
import { startSandbox } from '@talad/sandbox/server'
import { openDb } from '@talad/shared/db'
import { type AnyReplica, rebuildReplica } from '@talad/shared/replica'
import { grantPermissions } from '@talad/shared/testing/admins'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { askAt, openUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { unixSeconds } from '@talad/shared/unix-time'
import { z } from 'zod'
import { service as program } from '../src/service.ts'
import { playIdentity } from './played-identity.ts'
import { serviceProcess } from './service-process.ts'

const request = z.looseObject({
  _id: z.string(),
  version: z.int().optional(),
  status: z.string(),
  history: z.array(z.looseObject({ what: z.string() })).default([]),
})
const answered = z.looseObject({
  ...problem.partial().shape,
  list: z.array(z.looseObject({})).default([]),
  request: request.optional(),
})
export type Answer = { status: number; body: z.infer<typeof answered>; request: z.infer<typeof request> }

/** stands where an answer holds no request: every look into it fails the test */
const nothing = new Proxy({} as Answer['request'], {
  get: (_target, name) => {
    throw new Error(`the answer holds no request (asked for ${String(name)})`)
  },
})

export const account = {
  account_number: '123-4-56789-0',
  account_name: 'นายสมชาย ใจดี',
  bank_swift_code: 'KASITHBK',
  tel_number: '081 234 5678',
  email: 'somchai@example.com',
}

type Options = {
  settings?: Record<string, string>
  payout?: { vetMs?: number; payMs?: number }
  killable?: boolean
}

/** The service on a real database and bus, with the real ledger and the payout provider's stand-in; identity is played. */
export async function startWorld(
  postgres: string,
  { settings = {}, payout = {}, killable = false }: Options = {},
) {
  const around = await openUnderTest(program, postgres)
  const { db, keys, now } = around
  const ledgerDb = await createEmptyDatabase(postgres)
  around.stopAtEnd(ledgerDb.drop)
  const books = openDb(ledgerDb.url)
  around.stopAtEnd(() => books.end())
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: [],
    now,
    payout: { vetMs: 0, payMs: 0, ...payout },
  })
  around.stopAtEnd(() => sandbox.stop())
  const identity = await playIdentity()
  around.stopAtEnd(() => identity.close())
  const ledger = await serviceProcess('ledger', around.settings(ledgerDb.url))
  around.stopAtEnd(() => ledger.stop())
  const own = {
    PERSONAL_DATA_KEY: '7'.repeat(64),
    IDENTITY_URL: identity.url,
    PAYOUT_URL: `${sandbox.url}/payout`,
    PAYOUT_SECRET_KEY: 'sandbox-payout-key',
    ...settings,
  }
  /** in this process, with the time in the hands of the test; or as one that can be killed, in real time */
  const killableProcess = killable
    ? await serviceProcess('bank-withdrawal', { ...around.settings(), ...own })
    : undefined
  around.stopAtEnd(async () => killableProcess?.stop())
  const start = async () => killableProcess ?? around.start(around.config(own))
  let service = await start()
  const stop = async () => ('close' in service ? service.close() : service.stop())

  const accountIdOf = (who: string) => Buffer.from(who.padEnd(12, '.')).toString('hex').slice(0, 24)

  async function send(url: string, method: string, path: string, about: Asked): Promise<Answer> {
    const { as, level = 2, body, key, signedInAt } = about
    const auth_time = unixSeconds(signedInAt ?? now())
    const response = await askAt(keys, url + path, method, {
      as: { sub: accountIdOf(as), jid: as, jyc: level, auth_time },
      body,
      ...(key !== undefined && { key }),
    })
    const answer = answered.parse(await response.json())
    return { status: response.status, body: answer, request: answer.request ?? nothing }
  }
  const call = (method: string, path: string, about: Asked) => send(service.url, method, `/api${path}`, about)

  const control = async (path: string, method: string, body: object): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`)
    return response.json()
  }

  const world = {
    ...around,
    books,
    people: identity.people,
    identity: identity.state,
    sandbox,
    call,
    control,
    accountIdOf,
    /** as an operator does it */
    rebuild: (one: AnyReplica) => rebuildReplica(around.owner, around.bus, one),
    fault: (fault: object) => control('/faults', 'POST', { provider: 'payout', ...fault }),
    /** the process of the service ends and a new one begins */
    async restart() {
      await stop()
      service = await start()
      await killableProcess?.start()
    },
    /** ends at once, in the middle of what it does */
    killLedger: () => ledger.stop(),
    startLedger: () => ledger.start(),
    makeAdmin: (who: string, ...permissions: Permission[]) =>
      grantPermissions(db, `join-${who}`, permissions),
    async earn(who: string, amount: number) {
      const { status } = await send(ledger.url, 'POST', '/api/dev/v1/credit/fast-topup', {
        as: who,
        body: { unit: 'ft_thb', amount },
        key: randomUUID(),
      })
      if (status !== 201) throw new Error(`nothing earned: ${status}`)
    },
    async balance(who: string) {
      const { rows } = await books.query<{ balance: bigint; locked: bigint }>(
        `select balance, balance_locked as locked from account where customer_id = $1 and unit = 'ft_thb'`,
        [`join-${who}`],
      )
      return { balance: Number(rows[0]?.balance ?? 0n), locked: Number(rows[0]?.locked ?? 0n) }
    },
    /** a vetted bank account of a customer @returns its id */
    async bankAccount(who: string, about: object = {}): Promise<string> {
      const asked = await call('POST', '/user/v1/bank-account/request', {
        as: who,
        body: { bank_account_data: { ...account, ...about } },
      })
      const id = asked.request._id
      await world.approveBank(id)
      await until(
        'the bank account is vetted',
        async () => (await world.row('bank_request', id)).status === 'success',
      )
      return id
    },
    async approveBank(id: string) {
      await world.makeAdmin('bankadmin', 'bank.read', 'bank.decide')
      const seen = await call('GET', `/admin/v1/bank-account/request/${id}`, { as: 'bankadmin' })
      return call('POST', '/admin/v1/bank-account/request/approve', {
        as: 'bankadmin',
        body: { request_id: id, version: seen.request.version },
      })
    },
    withdraw: (who: string, bankAccountId: string, value: unknown, about: Partial<Asked> = {}) =>
      call('POST', '/user/v1/fiat-withdrawal/request', {
        as: who,
        body: { bank_account_id: bankAccountId, value },
        ...about,
      }),
    /** an admin's step on a withdrawal as it is now */
    async decide(
      step: 'approve' | 'confirm' | 'reject' | 'paid' | 'give-back' | 'returned',
      id: string,
      about: Partial<Asked> & { body?: object } = {},
    ) {
      const as = about.as ?? 'payadmin'
      await world.makeAdmin(as, 'withdrawal.read', 'withdrawal.decide')
      const seen = await call('GET', `/admin/v1/fiat-withdrawal/request/${id}`, { as })
      return call('POST', `/admin/v1/fiat-withdrawal/request/${step}`, {
        ...about,
        as,
        body: { request_id: id, version: seen.body.request?.version ?? 1, ...about.body },
      })
    },
    async row(table: 'withdrawal' | 'bank_request', id: string): Promise<Record<string, unknown>> {
      const { rows } = await db.query(`select * from ${table} where id = $1`, [id])
      return rows[0] ?? {}
    },
    reaches: (id: string, wanted: Record<string, unknown>) =>
      until(`withdrawal ${id} is ${JSON.stringify(wanted)}`, async () => {
        const row = await world.row('withdrawal', id)
        return Object.entries(wanted).every(([name, value]) => row[name] === value)
      }),
    transfers: async () =>
      z
        .object({
          transfers: z.array(z.looseObject({ id: z.string(), reference: z.string(), amount: z.number() })),
        })
        .parse(await (await fetch(`${sandbox.url}/control/payout`)).json()).transfers,
  }
  return world
}

type Asked = { as: string; level?: number; body?: unknown; key?: string; signedInAt?: Date }
export type World = Awaited<ReturnType<typeof startWorld>>
