import type { Context } from '@talad/shared/context'
import { columns, type Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeMany } from '@talad/shared/stream'
import type { ContractRow } from '../contract/rows.ts'
import { holdings } from '../holding/stream.ts'
import { mints } from '../mint/stream.ts'
import { termsOf } from '../mint/terms.ts'
import { walletsToMint } from '../replicas/account.ts'
import type { Definition, Giving } from './definition.ts'
import type { Given } from './events.ts'

/** What somebody won. */
export type Won = {
  triggerId: string
  accountId: string
  context: Context
  definition: Definition
  rewards: readonly Giving[]
}

type Grant = Giving & { won: Won; number: number; token: number; contract: ContractRow | undefined }

const MOST_TOKENS = 4_294_967_295

/** CA-54: the numbers of what is granted, each item's in the order in which it is won. */
async function numbered(
  tx: Tx,
  wanted: readonly (Giving & { won: Won; contract: ContractRow | undefined })[],
): Promise<Grant[]> {
  const next = Map.groupBy(
    wanted.filter(({ itemTokenId }) => itemTokenId === undefined),
    ({ itemId }) => itemId,
  )
  const items = [...new Set(wanted.map(({ itemId }) => itemId))].sort()
  const highest = (itemId: string) =>
    Math.max(0, ...wanted.flatMap((one) => (one.itemId === itemId ? (one.itemTokenId ?? []) : [])))
  const { rows } = await tx.query<{ id: string; number: number; last: bigint }>({
    name: 'campaign.take_tokens',
    text: `update vitem v set last_token = greatest(v.last_token, d.given) + d.more
      from unnest($1::text[], $2::bigint[], $3::bigint[]) d (id, given, more) where v.id = d.id
      returning v.id, v.number, v.last_token as last`,
    values: columns(
      items,
      (id) => id,
      (id) => String(highest(id)),
      (id) => String(next.get(id)?.length ?? 0),
    ),
  })
  const known = new Map(
    rows.map(({ id, number, last }) => [
      id,
      { number, at: Number(last) - (next.get(id)?.length ?? 0), last: Number(last) },
    ]),
  )
  return wanted.map((one) => {
    const item = known.get(one.itemId)
    if (!item || item.last > MOST_TOKENS) throw new Error('an item that was locked is gone, or full')
    if (one.itemTokenId === undefined) item.at += 1
    return { ...one, number: item.number, token: one.itemTokenId ?? item.at }
  })
}

/** CA-48: a token of an item is somebody's once, unless it exists in several copies. */
async function claim(tx: Tx, grants: readonly Grant[]): Promise<void> {
  const isShared = ({ itemTokenId, contract }: Grant) =>
    itemTokenId !== undefined || contract?.contract_class === 'erc1155'
  const tokens = [...new Map(grants.map((one) => [`${one.itemId} ${one.token}`, one])).values()]
  const { rowCount } = await tx.query({
    name: 'campaign.claim_tokens',
    text: `insert into item_token as t (item_id, number, shared)
      select * from unnest($1::text[], $2::bigint[], $3::boolean[]) d (item_id, number, shared) order by 1, 2
      on conflict (item_id, number) do update set shared = true where t.shared and excluded.shared`,
    values: columns(
      tokens,
      ({ itemId }) => itemId,
      ({ token }) => token,
      isShared,
    ),
  })
  if (rowCount !== tokens.length) throw new Error('a token that was free is taken')
}

/** A key that nobody can send: one reward of a trigger is granted once (CA-48). */
const keyOf = ({ won: { triggerId }, tag }: Grant) => `trigger ${triggerId} ${tag}`

/** What is minted to a wallet of the holder at once, where there is one (CA-50). */
function mintOf(grant: Grant, holdingId: string, receiver: string | undefined, now: Date) {
  const { contract, won } = grant
  if (!contract || receiver === undefined) return []
  const { projectId } = won.definition
  const of = {
    projectId,
    collectionId: grant.collectionId,
    itemId: grant.itemId,
    number: grant.number,
    itemTokenId: grant.token,
  }
  const terms = termsOf(of, contract, { holdingId, automintId: keyOf(grant) })
  const command = { type: 'Request' as const, by: won.accountId, now, terms, receiver }
  return [{ stream: mints, id: newId(now), command, context: won.context }]
}

function holdingOf(grant: Grant, id: string, now: Date) {
  const { accountId, triggerId, definition } = grant.won
  const granted = {
    projectId: definition.projectId,
    collectionId: grant.collectionId,
    itemId: grant.itemId,
    number: grant.number,
    itemTokenId: grant.token,
    holderId: accountId,
    origin: 'campaign' as const,
    campaignId: definition.id,
    triggerId,
    amount: 1,
    payload: null,
    automintId: keyOf(grant),
    waitsFor: grant.contract?.id ?? null,
  }
  const command = { type: 'Grant' as const, by: accountId, now, granted }
  return { stream: holdings, id, command, context: grant.won.context }
}

/**
 * CA-43, CA-49: grants what was won, in statements for all of it. Supplies were locked before it was decided; the database
 * refuses more than there is. What is minted is queued, and doesn't change what came of the trigger.
 * @returns what each trigger gave
 */
export async function grantAll(
  tx: Tx,
  won: readonly Won[],
  contracts: readonly ContractRow[],
  { chainId, now }: { chainId: string; now: Date },
): Promise<Map<string, Given[]>> {
  const wanted = won.flatMap((one) =>
    one.rewards.map((reward) => {
      const { mintsOn } = one.definition
      const copies = reward.itemTokenId !== undefined
      const contract = contracts.find(
        ({ collection_id, blockchain, contract_class }) =>
          collection_id === reward.collectionId &&
          blockchain === mintsOn &&
          (!copies || contract_class === 'erc1155'),
      )
      return { ...reward, won: one, contract }
    }),
  )
  const given = new Map<string, Given[]>()
  if (wanted.length === 0) return given
  const grants = await numbered(tx, wanted)
  await claim(tx, grants)
  const minted = grants.filter(({ contract }) => contract !== undefined)
  const holders = [...new Set(minted.map(({ won: { accountId } }) => accountId))]
  const wallets = await walletsToMint(tx, holders, chainId)
  const commands = grants.map((grant) => {
    const { triggerId, accountId } = grant.won
    const holdingId = newId(now)
    const one = { tag: grant.tag, itemId: grant.itemId, itemTokenId: grant.token, holdingId }
    given.set(triggerId, [...(given.get(triggerId) ?? []), one])
    return [
      holdingOf(grant, holdingId, now),
      mintOf(grant, holdingId, wallets.get(accountId)?.[0], now),
    ] as const
  })
  await changeMany(
    tx,
    [...commands.map(([granted]) => granted), ...commands.flatMap(([, mint]) => mint)],
    now,
  )
  return given
}
