import { lockContract } from '@talad/market/suspensions'
import type { VerificationState } from '@talad/proto/http/asset-indexer/assets'
import type { PickedCollection } from '@talad/proto/http/asset-indexer/collection-admin'
import type { AuditAction } from '@talad/proto/http/audit-actions'
import type { Tx } from '@talad/shared/db'
import { type AdminCall, decideOnce } from '@talad/shared/decision'
import { customer } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { requireVersion } from '@talad/shared/version'
import type { Deps } from '../deps.ts'
import { readPicked } from './admin-read.ts'

export type Held = {
  id: string
  blockchain: string
  address: string
  slug: string
  name: string
  samples: string[]
  trait_configs: unknown
  abstract_parts: unknown
  verification: VerificationState
  verification_checks: string[]
  verification_evidence: string
  verification_asked_at: Date | null
  continents: string[]
  version: number
  changed_by: string | null
  changed_at: Date | null
}

const HELD = `select id, blockchain, address, slug, name, samples, trait_configs, abstract_parts, verification, verification_checks,
  verification_evidence, verification_asked_at, continents, version, changed_by, changed_at from collection`

async function hold(tx: Tx, id: string): Promise<Held> {
  const { rows } = await tx.query<Held>(`${HELD} where id = $1 for no key update`, [id])
  if (!rows[0]) throw new Rejection('NOT_FOUND')
  return rows[0]
}

/** Waits for what is being indexed of a collection, and for news of its suspensions: they hold its row only after this. */
async function lockSuspensions(tx: Tx, id: string): Promise<void> {
  const { rows } = await tx.query<Pick<Held, 'blockchain' | 'address'>>(
    'select blockchain, address from collection where id = $1',
    [id],
  )
  for (const { blockchain, address: contractAddress } of rows)
    await lockContract(tx, { blockchain, contractAddress }, 'suspension')
}

type Decision = {
  call: AdminCall
  about: { collection_id: string; version?: number | undefined; note: string }
  action: AuditAction
  /** whether assets that are being indexed must hear of it, or be found by it */
  inLine?: true
}

/**
 * One decision of an admin about a collection, as `decide` makes one about a stream.
 * @throws Rejection NOT_FOUND, VERSION_CONFLICT, and what `make` throws
 */
export function changeCollection(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  { about: { collection_id: id, version, note }, action, call, inLine }: Decision,
  make: (tx: Tx, held: Held, now: Date) => Promise<void>,
): Promise<PickedCollection> {
  return transact({ db }, async (tx) => {
    const now = clock()
    if (inLine) await lockSuspensions(tx, id)
    const held = await hold(tx, id)
    await decideOnce(tx, call, { action, target: { kind: 'collection', id }, note, now }, async () => {
      requireVersion(
        { version: held.version, changedBy: held.changed_by, changedAt: held.changed_at },
        version,
      )
      await make(tx, held, now)
      await tx.query(
        'update collection set version = version + 1, changed_by = $2, changed_at = $3 where id = $1',
        [id, customer(call.actor).customerId, now],
      )
      return { before: held, after: await hold(tx, id) }
    })
    return call.attempt.keep(tx, await readPicked(tx, id, now))
  })
}
