import type { Db } from '@talad/shared/db'
import { readGlobalCounts } from '../campaign/successes.ts'
import { decide, type Verdict } from '../requirement/decide.ts'
import { momentsFor } from './batch.ts'
import { pairKey, readAccountCounts } from './counters.ts'
import { couponState } from './coupon.ts'
import type { Definition } from './definition.ts'
import { type AskedToken, type OutsideDeps, readOutside } from './outside.ts'
import type { TriggerRow } from './rows.ts'
import { knownOf, type Pressed, snapshotOf } from './snapshot.ts'
import { readSupplies } from './supplies.ts'
import { readUses } from './uses.ts'
import { readVirtual, virtualNames } from './virtual.ts'

/** What an account has of what a campaign asks for, and how it was used. */
export async function lookAt(
  db: Db,
  deps: OutsideDeps,
  {
    accountId,
    definition,
    chosen,
  }: { accountId: string; definition: Definition; chosen: readonly AskedToken[] },
) {
  const [outside, virtual] = await Promise.all([
    readOutside(db, deps, [{ accountId, definition, chosen }]),
    readVirtual(db, [accountId], virtualNames([definition])),
  ])
  const known = knownOf(accountId, outside, virtual)
  const { groupId } = definition
  const uses = await readUses(
    db,
    known.map(({ name: token }) => ({ groupId, token })),
  )
  return { outside, virtual, known, uses }
}

/** CA-36: what would come of a trigger at this moment; nothing is locked, reserved or given. */
export async function judgeDry(
  db: Db,
  deps: OutsideDeps,
  asked: {
    pressed: Pressed
    definition: Definition
    input: TriggerRow['input']
    chosen: readonly AskedToken[]
    now: Date
  },
): Promise<Verdict> {
  const { pressed, definition, input, chosen, now } = asked
  const { accountId } = pressed
  const { outside, virtual, known, uses } = await lookAt(db, deps, { accountId, definition, chosen })
  const global = definition.limitGlobal === null ? new Map() : await readGlobalCounts(db, [definition])
  const accounts = definition.isCounted
    ? await readAccountCounts(db, [pressed], momentsFor([definition]))
    : new Map([[pairKey(pressed), { count: 0, newest: [] }]])
  const { supplies } = await readSupplies(db, [definition], false)
  const inside = { now, global, accounts, virtual, supplies, uses }
  const coupon = await couponState(db, { row: { input }, definition, known }, now)
  return decide({ ...snapshotOf(pressed, definition, known, { outside, inside }), coupon })
}
