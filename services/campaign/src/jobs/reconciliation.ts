import type { Db } from '@talad/shared/db'
import { recurring } from '@talad/shared/jobs'
import { DAY_MS } from '@talad/shared/local-time'
import type { Platform } from '@talad/shared/platform'
import { changeIn, transact } from '@talad/shared/stream'
import { MISCOUNTED_CAMPAIGNS, MISCOUNTED_LANES } from '../../manifest.ts'
import { campaigns } from '../campaign/stream.ts'
import type { Deps } from '../deps.ts'
import { pauseLane } from '../lane/pause.ts'

/** What is wrong, and the lane in which nothing new is minted until a person has looked. */
export type Difference = { lane: string; what: string }

const KEYS_AT_ONCE = 500

/** What it takes. */
export type Reconciled = Pick<Deps, 'db' | 'minter' | 'now'> & { log: Pick<Platform['log'], 'error'> }

type Minted = { keys: string[]; open: boolean }

async function mintedBy(db: Db, contractId: string): Promise<Minted> {
  const { rows } = await db.query<{ chain_key: string; state: string }>(
    `select chain_key, state from mint where contract_id = $1 and state in ('open', 'mined') order by seq`,
    [contractId],
  )
  return {
    keys: rows.flatMap(({ chain_key, state }) => (state === 'mined' ? [chain_key] : [])),
    open: rows.some(({ state }) => state === 'open'),
  }
}

/** What the chain has of a contract beside our records. While something is under way nothing follows from their number. */
async function compareContract(
  { db, minter }: Reconciled,
  { id, address }: { id: string; address: string },
): Promise<string | undefined> {
  const before = await mintedBy(db, id)
  for (let from = 0; from < before.keys.length; from += KEYS_AT_ONCE) {
    const keys = before.keys.slice(from, from + KEYS_AT_ONCE)
    const used = await minter.areUsed(address, keys)
    const lacking = keys.filter((_, index) => !used[index])
    if (lacking.length > 0)
      return `the chain lacks ${lacking.length} mints of ${address}, ${lacking[0]} first`
  }
  const onChain = await minter.usedKeys(address)
  const after = await mintedBy(db, id)
  if (before.open || after.open || after.keys.length !== before.keys.length) return undefined
  return onChain === after.keys.length
    ? undefined
    : `${address} has minted ${onChain} times, and ${after.keys.length} are known`
}

/**
 * CA-49: counters beside what was granted and minted, and the chain beside the records; each difference pauses its lane and
 * calls a person. @throws when the chain can't be asked: it is tried again
 */
export async function reconcileMints(deps: Reconciled): Promise<Difference[]> {
  const { db } = deps
  const { rows: miscounted } = await db.query<Difference>(MISCOUNTED_LANES)
  const found = miscounted.map(({ lane, what }) => ({ lane, what: `${what} is miscounted` }))
  const { rows: contracts } = await db.query<{ id: string; lane: string; address: string }>(
    'select id, lane, address from collection_contract where address is not null order by id',
  )
  for (const contract of contracts) {
    const what = await compareContract(deps, contract)
    if (what !== undefined) found.push({ lane: contract.lane, what })
  }
  for (const { lane, what } of found) {
    deps.log.error({ lane, what }, 'mints differ from their records: the lane is paused')
    await pauseLane(deps, lane, what, deps.now())
  }
  return found
}

const SELF = 'service:campaign'

/**
 * CA-11, CA-14: counters of campaigns beside their successes; one that differs is paused and calls a person, each night anew.
 * @returns their ids
 */
export async function recountCampaigns(deps: Omit<Reconciled, 'minter'>): Promise<string[]> {
  const { rows } = await deps.db.query<{ id: string; rests: boolean }>(MISCOUNTED_CAMPAIGNS)
  const now = deps.now()
  for (const { id, rests } of rows) {
    deps.log.error({ campaign: id }, 'counters of a campaign differ from its successes: it is paused')
    if (rests) continue
    const terms = { partial: true, given: { paused: true } } as const
    await transact(deps, (tx) => changeIn(tx, campaigns, id, { type: 'Change', by: SELF, now, terms }, now))
  }
  return rows.map(({ id }) => id)
}

/** Every night. */
export const reconciliationJob = recurring<Deps>({
  name: 'mint.reconciliation',
  everyMs: DAY_MS,
  async run({ deps }) {
    await recountCampaigns(deps)
    await reconcileMints(deps)
  },
})
