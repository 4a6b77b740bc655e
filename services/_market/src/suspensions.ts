import { timestampDate } from '@bufbuild/protobuf/wkt'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { covers, type NftRange, type NftToken, rangeOf } from '@talad/proto/nft-range'
import { lowerAddress } from '@talad/shared/chain/address'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
import { replica } from '@talad/shared/replica'
import { z } from 'zod'

/**
 * What must not be traded now, as each service that shows, sells or delivers keeps it: a table `suspension_replica`,
 * see the migrations of shipping-payment. Which tokens a suspension covers, the one matcher says (MO-1); what tokens
 * stand for, the function `stands_for` of the service's database.
 */
export const suspensions = replica({
  name: 'suspension',
  tables: ['suspension_replica'],
  topic: 'moderation.suspension.v1',
  event: SuspensionChangedSchema,
  key: ['suspension_id'],
  revision: 'revision',
  columns(suspension) {
    const { suspensionId, revision, status, at } = suspension
    const { blockchain, contract, tokens, abstract } = rangeOf(suspension)
    return {
      suspension_id: suspensionId,
      revision,
      active: status === 'suspended',
      blockchain,
      contract_address: contract,
      token_from: tokens?.from ?? null,
      token_to: tokens?.to ?? null,
      abstract_kind: abstract?.kind ?? null,
      abstract_collection_id: abstract?.collectionId ?? null,
      abstract_item_id: abstract?.itemId ?? null,
      at: at ? timestampDate(at) : null,
    }
  },
})

/** What a suspension is about, as it is told and as jobs keep it for `rangeOf`; '': all tokens, or any. */
export const toldRange = z.object({
  blockchain: z.string(),
  contractAddress: z.string(),
  tokenFrom: z.string(),
  tokenTo: z.string(),
  abstractKind: z.string().default(''),
  abstractCollectionId: z.string().default(''),
  abstractItemId: z.string().default(''),
})

type Contract = { blockchain: string; contractAddress: string }
export type Item = Contract & { tokenId: string }

/**
 * Who does something with what a contract has, and who suspends some of it, wait for each other: what was begun before a
 * suspension is found by it, what begins after it finds the suspension. Locked before anything of that kind is read.
 */
export const lockContract = (tx: Tx, contract: Contract, as: 'trade' | 'suspension') =>
  lockContracts(tx, [contract], as)

/** As `lockContract` of several, in one order. */
export async function lockContracts(
  tx: Tx,
  contracts: readonly Contract[],
  as: 'trade' | 'suspension',
): Promise<void> {
  const keys = contracts.map(
    ({ blockchain, contractAddress }) => `suspension.${blockchain}:${contractAddress}`,
  )
  await lockKeys(tx, keys, as === 'trade' ? 'shared' : 'exclusive')
}

type RangeRow = {
  blockchain: string
  contract_address: string
  token_from: bigint | null
  token_to: bigint | null
  abstract_kind: string | null
  abstract_collection_id: string | null
  abstract_item_id: string | null
}

const fromRow = (row: RangeRow): NftRange =>
  rangeOf({
    blockchain: row.blockchain,
    contractAddress: row.contract_address,
    tokenFrom: row.token_from?.toString(),
    tokenTo: row.token_to?.toString(),
    abstractKind: row.abstract_kind,
    abstractCollectionId: row.abstract_collection_id,
    abstractItemId: row.abstract_item_id,
  })

const RANGES = `select s.blockchain, s.contract_address, s.token_from, s.token_to, s.abstract_kind,
  s.abstract_collection_id, s.abstract_item_id from suspension_replica s`

/** What of a contract is suspended now. */
export async function suspendedRanges(db: Queryable, { blockchain, contractAddress }: Contract) {
  const { rows } = await db.query<RangeRow>(
    `${RANGES} where s.active and s.blockchain = $1 and s.contract_address = $2`,
    [blockchain, contractAddress],
  )
  return rows.map(fromRow)
}

/** MO-4: those that at least one active suspension covers. @param except one that doesn't count any more */
export async function suspendedOf<T extends Item>(
  db: Queryable,
  items: readonly T[],
  except = '',
): Promise<T[]> {
  // the database leaves out what is elsewhere: thousands of single tokens of a contract may be suspended. Each item is
  // looked up by itself (`offset 0`): the other way round all ranges would be read whenever many are new
  const { rows } = await db.query<RangeRow>(
    `select s.* from unnest($1::text[], $2::text[], $3::numeric[]) as i (blockchain, contract, token),
       lateral (${RANGES} where s.active and s.blockchain = i.blockchain and s.contract_address = i.contract
         and s.suspension_id <> $4
         and numrange(s.token_from, s.token_to, '[]') @> i.token offset 0) as s`,
    [
      ...columns(
        items,
        (item) => item.blockchain,
        (item) => item.contractAddress,
        (item) => item.tokenId,
      ),
      except,
    ],
  )
  return coveredOf(db, items, rows.map(fromRow))
}

/** MO-1: those items that at least one of the ranges covers. */
export async function coveredOf<T extends Item>(
  db: Queryable,
  items: readonly T[],
  ranges: readonly NftRange[],
): Promise<T[]> {
  const about = ranges.some(({ abstract }) => abstract) ? await standing(db, items) : new Map<T, never>()
  return items.filter((item) => {
    const token = { ...tokenOf(item), abstract: about.get(item) }
    return ranges.some((range) => covers(range, token))
  })
}

/** MO-4: covered by at least one suspension that is active. */
export const isSuspended = async (db: Queryable, item: Item) => (await suspendedOf(db, [item])).length > 0

type Stands = NonNullable<NftToken['abstract']>

/** AI-7: what items stand for within a shared contract, as the service knows it. */
async function standing<T extends Item>(db: Queryable, items: readonly T[]): Promise<Map<T, Stands>> {
  const { rows } = await db.query<Stands & { n: bigint }>(
    `select i.n, t.kind, t.collection_id as "collectionId", t.item_id as "itemId"
       from unnest($1::text[], $2::numeric[]) with ordinality as i (contract, token, n)
       join stands_for() t on t.contract_address = i.contract and t.token_id = i.token`,
    columns(
      items,
      (item) => item.contractAddress,
      (item) => item.tokenId,
    ),
  )
  return new Map(
    rows.flatMap(({ n, ...stands }) => {
      const item = items[Number(n) - 1]
      return item ? [[item, stands] as const] : []
    }),
  )
}

/** A token as the matcher knows it, but for what it stands for. */
export const tokenOf = ({ blockchain, contractAddress, tokenId }: Item): NftToken => ({
  blockchain,
  contract: contractAddress,
  tokenId: BigInt(tokenId),
})

/** SQL for the tokens of a contract that a range could cover, so that no more than those are looked at. @param value makes the placeholder of a value */
export function tokensNear(
  column: string,
  { contract, tokens, abstract }: NftRange,
  value: (value: string) => string,
): string {
  const near: string[] = []
  if (tokens)
    near.push(
      `${column} between ${value(tokens.from.toString())}::numeric and ${value(tokens.to.toString())}::numeric`,
    )
  if (abstract) {
    const { kind, collectionId, itemId } = abstract
    const item = itemId === undefined ? '' : ` and item_id = ${value(itemId)}`
    near.push(`${column} in (select token_id from stands_for() where contract_address = ${value(contract)}
      and kind = ${value(kind)} and collection_id = ${value(collectionId)}${item})`)
  }
  return near.join(' and ') || 'true'
}

type AskedRange = {
  blockchain: string
  contract_address: string
  token_from?: string | undefined
  token_to?: string | undefined
  abstract_kind?: string | undefined
  abstract_collection_id?: string | undefined
  abstract_item_id?: string | undefined
}

/** A range as an admin asks about it. @throws Rejection VALIDATION on a bad checksum (GW-17) */
export function askedRange(asked: AskedRange): NftRange {
  return rangeOf({
    blockchain: asked.blockchain,
    contractAddress: lowerAddress(asked.contract_address, 'contract_address'),
    tokenFrom: asked.token_from,
    tokenTo: asked.token_to,
    abstractKind: asked.abstract_kind,
    abstractCollectionId: asked.abstract_collection_id,
    abstractItemId: asked.abstract_item_id,
  })
}

/** When the newest suspension was decided that is known here. */
export async function newestSuspension(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>('select max(at) as at from suspension_replica')
  return rows[0]?.at ?? undefined
}
