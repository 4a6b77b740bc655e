import { HoldSchema, PostSchema } from '@talad/proto/ledger/v1/commands'
import { type InMessage, outgoing } from '@talad/shared/bus/port'
import { systemClock } from '@talad/shared/clock'
import { retryParked } from '@talad/shared/consumer'
import { signToken } from '@talad/shared/testing/tokens'
import { type Asked, askAt, customer, startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { commands } from '../src/consumers/command.ts'
import { service as program } from '../src/service.ts'
import type { Command, Of, Unit } from '../src/transfer/commands.ts'
import { openPosting, post } from '../src/transfer/post.ts'
import { topup as topupOf } from '../src/transfer/topup.ts'

export const { migrations } = program

/** The ledger on a database and a bus of its own, with an ear on what it publishes. */
export async function startWorld(postgres: string) {
  const ledger = await startUnderTest(program, postgres)
  const { db, keys } = ledger
  const posting = openPosting(ledger.databaseUrl, {})
  ledger.stopAtEnd(() => posting.end())
  const heard: InMessage[] = []
  const notifier = { notify: () => undefined }
  const log = { warn: () => undefined, error: () => undefined }
  for (const topic of ['ledger.transfer.v1', 'ledger.books.v1'])
    await ledger.hear(topic, (message) => void heard.push(message))
  const postAt = (at: Date, ...asked: Command[]) =>
    post(
      posting,
      asked.map((command) => ({ command, correlationId: 'c' })),
      at,
    )
  const ask = (method: string, path: string, jid: string, more: Asked) =>
    askAt(keys, ledger.url + path, method, { as: customer(jid), ...more })
  return {
    ...ledger,
    heard,
    token: (jid: string) => signToken(keys, customer(jid)),
    retry: () => retryParked({ db, posting, log, now: systemClock, notifier }, [commands], commands.group),
    async balance(customerId: string, unit = 'pt_thb') {
      const found = await db.query<{ balance: bigint; balance_locked: bigint }>(
        'select balance, balance_locked from account where customer_id = $1 and unit = $2',
        [customerId, unit],
      )
      return found.rows[0] ?? { balance: 0n, balance_locked: 0n }
    },
    get: (path: string, jid: string, headers: Record<string, string> = {}) =>
      ask('GET', path, jid, { headers }),
    call: (method: string, path: string, jid: string, body: object, headers: Record<string, string> = {}) =>
      ask(method, path, jid, { body, headers }),
    postNow: (...asked: Command[]) => postAt(new Date(), ...asked),
    postAt,
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

/** For who writes snapshots of days by themselves: the service has looked once, at nothing, and does not look again. */
export async function endNightlyLook({ owner }: World): Promise<void> {
  const sql = `delete from kit.job where task = 'balance.snapshot' and claimed_by is null and run_at > now()`
  await until('the nightly look is over', async () => (await owner.query(sql)).rowCount === 1)
}

export const topup = (customerId: string, id: string, value: bigint) =>
  outgoing('ledger.command.v1', customerId, PostSchema, {
    flow: 'topup',
    id,
    customerId,
    reference: id,
    postings: [
      { account: 'platform:provider_clearing', unit: 'pt_thb', type: 'out', value },
      { account: customerId, unit: 'pt_thb', type: 'in', value },
    ],
  })

export const pay = (customerId: string, id: string, amount: bigint, attempt = 1) =>
  outgoing('ledger.command.v1', customerId, HoldSchema, {
    flow: 'shipping',
    id,
    customerId,
    amount,
    attempt,
    upTo: true,
    capture: true,
  })

export const asTopup = (customerId: string, id: string, value: bigint, unit: Unit = 'pt_thb') =>
  topupOf({ id, customerId, unit, value, reference: id })

export const asPay = (
  customerId: string,
  id: string,
  amount: bigint,
  upTo = true,
  attempt = 1,
): Of<'Hold'> => ({
  type: 'Hold',
  flow: 'shipping',
  id,
  customerId,
  amount,
  attempt,
  upTo,
  capture: true,
})
