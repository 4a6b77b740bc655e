import { lockContract, suspendedRanges, tokenOf, tokensNear } from '@talad/market/suspensions'
import { covers, type NftRange, rangeOf } from '@talad/proto/nft-range'
import { arrayText, type Db, type Tx } from '@talad/shared/db'
import { transact } from '@talad/shared/stream'
import type { AssetView } from '../chain/events.ts'

type Contract = { blockchain: string; contractAddress: string }

const isWhole = ({ tokens }: NftRange) => tokens === undefined

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

/** MO-8: those of new assets that a suspension of a range covers; none comes in between until the transaction ends. */
export async function suspendedAmong(
  tx: Tx,
  blockchain: string,
  assets: readonly AssetView[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const byContract = Map.groupBy(assets, ({ contract }) => contract)
  for (const contractAddress of [...byContract.keys()].sort()) {
    await lockContract(tx, { blockchain, contractAddress }, 'trade')
    const ranges = (await suspendedRanges(tx, { blockchain, contractAddress })).filter((one) => !isWhole(one))
    for (const { assetId, token: tokenId } of byContract.get(contractAddress) ?? []) {
      const token = tokenOf({ blockchain, contractAddress, tokenId })
      if (ranges.some((range) => covers(range, token))) found.add(assetId)
    }
  }
  return found
}

const BATCH = 500

type Marked = { id: string; token_id: bigint; suspended: boolean }

/** @returns the last token that was looked at; undefined when no more are left */
async function markSome(tx: Tx, range: NftRange, after: bigint | undefined): Promise<bigint | undefined> {
  const { blockchain, contract: contractAddress } = range
  // in line with the news: what is in force is read with all that was heard, and nobody marks by less
  await lockContract(tx, { blockchain, contractAddress }, 'suspension')
  const ranges = (await suspendedRanges(tx, { blockchain, contractAddress })).filter((one) => !isWhole(one))
  const values: string[] = [contractAddress, (after ?? -1n).toString()]
  const near = tokensNear('token_id', range, (value) => `$${values.push(value)}`)
  const { rows } = await tx.query<Marked>(
    `select id, token_id, suspended from asset where contract = $1 and token_id > $2::numeric and ${near}
     order by token_id limit ${BATCH}`,
    values,
  )
  const wrong = rows.filter(({ token_id: tokenId, suspended }) => {
    const token = tokenOf({ blockchain, contractAddress, tokenId: tokenId.toString() })
    return ranges.some((one) => covers(one, token)) !== suspended
  })
  if (wrong.length > 0)
    await tx.query('update asset set suspended = not suspended where id = any($1::text[])', [
      arrayText(wrong.map(({ id }) => id)),
    ])
  return rows.length < BATCH ? undefined : rows.at(-1)?.token_id
}

/** MO-4, MO-7: has the assets of a range say whether something covers them, some in each transaction. */
export async function markRange(
  db: Db,
  of: Contract & { tokenFrom: string; tokenTo: string },
): Promise<void> {
  const range = rangeOf(of)
  let after: bigint | undefined
  do after = await transact({ db }, (tx) => markSome(tx, range, after))
  while (after !== undefined)
}
