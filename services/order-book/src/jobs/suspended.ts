import { lockContract, suspendedOf, type toldRange } from '@talad/market/suspensions'
import { rangeOf } from '@talad/proto/nft-range'
import type { Tx } from '@talad/shared/db'
import { job } from '@talad/shared/jobs'
import { changeMany, transact } from '@talad/shared/stream'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { suspendedCheck } from '../order/due.ts'
import { checkAll, openOrdersIn } from '../order/row.ts'
import { orders, streamId } from '../order/stream.ts'

type About = z.output<typeof toldRange>

/** So many in one transaction, which holds up what follows the log, but no longer than a moment. */
const PIECE = 250

type Piece = Awaited<ReturnType<typeof openOrdersIn>>

/** @returns the orders that were looked at */
async function restSome(tx: Tx, of: About, after: Piece[number] | undefined, limit: number, now: Date) {
  await lockContract(tx, of, 'trade') // what lifts the suspension waits, or is seen
  const open = await openOrdersIn(tx, rangeOf(of), { after, limit })
  const items = open.map((order) => ({ ...of, ...order }))
  const suspended = new Set(await suspendedOf(tx, items))
  const ids = [...suspended].map(({ hash }) => streamId(hash))
  const command = { type: 'Suspend' as const }
  await changeMany(
    tx,
    ids.map((id) => ({ stream: orders, id, command })),
    now,
  )
  const others = items.filter((item) => !suspended.has(item))
  await checkAll(tx, others, now)
  return open
}

/**
 * MO-7: has the orders on what is suspended rest, some in each transaction, and waits for no chain. Whether those that
 * nothing covers are active again, `activityJob` finds, with all else that they need (OB-4).
 */
export const suspendedJob = job<About, Deps>(suspendedCheck, {
  async run(of, { deps }) {
    let last: Piece[number] | undefined
    do {
      const after = last
      // where others change the same orders, a smaller piece gets between them
      const open = await transact(deps, (tx, attempt) =>
        restSome(tx, of, after, Math.ceil(PIECE / attempt), deps.now()),
      )
      last = open.at(-1)
    } while (last)
  },
})
