import { coveredOf, lockContract, suspendedRanges, tokenOf, tokensNear } from '@talad/market/suspensions'
import { covers, type NftRange } from '@talad/proto/nft-range'
import { arrayText, type Db, type Tx } from '@talad/shared/db'
import { transact } from '@talad/shared/stream'
import type { StandsFor } from '../abstract/read-abstract.ts'
import type { AssetView } from '../chain/events.ts'

type Contract = { blockchain: string; contractAddress: string }

/** Marked by its collection; whatever else is suspended, by the assets themselves. */
export const isWhole = ({ tokens, abstract }: NftRange) => tokens === undefined && abstract === undefined

const partsOf = async (tx: Tx, contract: Contract) =>
  (await suspendedRanges(tx, contract)).filter((one) => !isWhole(one))

/** Marks a collection by the suspensions of its whole contract. Whoever calls stands in line. */
export async function markCollection(tx: Tx, contract: Contract): Promise<void> {
  const whole = (await suspendedRanges(tx, contract)).some(isWhole)
  await tx.query('update collection set suspended = $2 where address = $1 and suspended <> $2', [
    contract.contractAddress,
    whole,
  ])
}

/** Marks collections that have just become known: their suspension may have been heard of before them. */
export async function markCollections(
  tx: Tx,
  blockchain: string,
  addresses: readonly string[],
): Promise<void> {
  for (const contractAddress of [...addresses].sort()) {
    await lockContract(tx, { blockchain, contractAddress }, 'trade')
    await markCollection(tx, { blockchain, contractAddress })
  }
}

/**
 * MO-8: those of new assets that a suspension of a range covers; whoever calls stands in line of the contracts.
 * @param stand what they stand for, by their ids
 */
export async function suspendedAmong(
  tx: Tx,
  blockchain: string,
  assets: readonly AssetView[],
  stand: ReadonlyMap<string, StandsFor>,
): Promise<ReadonlySet<string>> {
  const covered = new Set<string>()
  const byContract = Map.groupBy(assets, ({ contract }) => contract)
  for (const [contractAddress, some] of byContract) {
    const ranges = await partsOf(tx, { blockchain, contractAddress })
    for (const { assetId, token: tokenId } of some) {
      const token = { ...tokenOf({ blockchain, contractAddress, tokenId }), abstract: stand.get(assetId) }
      if (ranges.some((range) => covers(range, token))) covered.add(assetId)
    }
  }
  return covered
}

const BATCH = 500

type Marked = { id: string; token_id: bigint; suspended: boolean }

/** Has assets of a contract say whether something covers them. Whoever calls stands in line. */
async function markRows(tx: Tx, contract: Contract, rows: readonly Marked[]): Promise<void> {
  const items = rows.map(({ id, token_id, suspended }) => ({
    ...contract,
    tokenId: token_id.toString(),
    id,
    suspended,
  }))
  const covered = new Set(await coveredOf(tx, items, await partsOf(tx, contract)))
  const wrong = items.filter((item) => covered.has(item) !== item.suspended)
  if (wrong.length > 0)
    await tx.query('update asset set suspended = not suspended where id = any($1::text[])', [
      arrayText(wrong.map(({ id }) => id)),
    ])
}

/** MO-1: the same of some assets whose standing has changed. Whoever calls stands in line. */
export async function markAssets(tx: Tx, contract: Contract, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.query<Marked>(
    'select id, token_id, suspended from asset where id = any($1::text[])',
    [arrayText(ids)],
  )
  await markRows(tx, contract, rows)
}

/** @returns the last token that was looked at; undefined when no more are left */
async function markSome(tx: Tx, range: NftRange, after: bigint | undefined): Promise<bigint | undefined> {
  const { blockchain, contract: contractAddress } = range
  // in line with the news: what is in force is read with all that was heard, and nobody marks by less
  await lockContract(tx, { blockchain, contractAddress }, 'suspension')
  const values: string[] = [contractAddress, (after ?? -1n).toString()]
  const near = tokensNear('token_id', range, (value) => `$${values.push(value)}`)
  const { rows } = await tx.query<Marked>(
    `select id, token_id, suspended from asset where contract = $1 and token_id > $2::numeric and ${near}
     order by token_id limit ${BATCH}`,
    values,
  )
  await markRows(tx, { blockchain, contractAddress }, rows)
  return rows.length < BATCH ? undefined : rows.at(-1)?.token_id
}

/** MO-4, MO-7: has the assets of a range say whether something covers them, some in each transaction. */
export async function markRange(db: Db, range: NftRange): Promise<void> {
  let after: bigint | undefined
  do after = await transact({ db }, (tx) => markSome(tx, range, after))
  while (after !== undefined)
}
