import { rangeOf } from '@talad/proto/nft-range'
import type { Tx } from '@talad/shared/db'
import { job } from '@talad/shared/jobs'
import { changeIn, transact } from '@talad/shared/stream'
import { inLineOf, suspendedOf } from '@talad/shared/suspensions'
import type { Deps } from '../deps.ts'
import { suspendedCheck } from '../order/due.ts'
import { checkAll, openOrdersIn } from '../order/row.ts'
import { orders, streamId } from '../order/stream.ts'

type About = { blockchain: string; contractAddress: string; tokenFrom: string; tokenTo: string }

const BATCH = 50

/** @returns the last order that was looked at; undefined when no more are left */
async function restSome(tx: Tx, of: About, after: string, now: Date): Promise<string | undefined> {
  await inLineOf(tx, of, 'trade') // what lifts the suspension waits, or is seen
  const open = await openOrdersIn(tx, rangeOf(of), { after, limit: BATCH })
  const items = open.map((order) => ({ ...of, ...order }))
  const suspended = new Set(await suspendedOf(tx, items))
  for (const { hash } of suspended) await changeIn(tx, orders, streamId(hash), { type: 'Suspend' }, now)
  const others = items.filter((item) => !suspended.has(item))
  await checkAll(tx, others, now)
  return open.length < BATCH ? undefined : open.at(-1)?.hash
}

/**
 * MO-7: has the orders on what is suspended rest, some in each transaction, and waits for no chain. Whether those that
 * nothing covers are active again, `activityJob` finds, with all else that they need (OB-4).
 */
export const suspendedJob = job<About, Deps>(suspendedCheck, {
  async run(of, { deps }) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const from: string = after
      after = await transact(deps, (tx) => restSome(tx, of, from, deps.now()))
    }
  },
})
