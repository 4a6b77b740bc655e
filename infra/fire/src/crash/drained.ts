import { underWay } from '../drained.ts'
import type { World } from './world.ts'

/** Messages that consumers have not handled yet: what was handled before a kill comes again after it. */
async function unhandled({ bus, groups }: World): Promise<string[]> {
  const found = await Promise.all(
    [...groups].map(async (group) => {
      const lag = (await bus.lag(group)).reduce((sum, one) => sum + one.lag, 0n)
      return lag > 0n ? [`${group} has ${lag} messages to handle`] : []
    }),
  )
  return found.flat()
}

/** What is still to be done, in words; nothing: all is drained. Purchases that nobody pays are to end as well. */
export async function leftToDo(world: World): Promise<string[]> {
  const { rows } = await world
    .db('shipping-payment')
    .query<{ what: string }>(
      `select format('purchase %s is pending', id) as what from shipping where status = 'pending'`,
    )
  const left = [...rows.map(({ what }) => what), ...(await underWay(world.db))]
  return left.length > 0 ? left : unhandled(world)
}
