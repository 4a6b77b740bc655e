import { ResponseError } from '@talad/proto/http/client'
import type { Queryable } from '@talad/shared/db'
import type { Platform } from '@talad/shared/platform'
import { type Chain, readWallets } from '../replicas/account.ts'
import { type Traits, traitsOf } from '../requirement/condition.ts'
import type { Slot } from '../requirement/slots.ts'
import type { Snapshot, Token, Wallet } from '../requirement/snapshot.ts'
import type { AskedContract, HeldTokens, Indexer } from '../token/indexer.ts'
import type { Definition } from './definition.ts'
import { itemTraits } from './virtual.ts'

/** A token on chain with who of those that were asked about has it. */
export type ChainToken = {
  token: Token
  shared: boolean
  holdings: { wallet: string; units: bigint }[]
  suspended: boolean
  read: boolean
}

/** What was read before the transaction, of everybody who waits together. Nothing of it is "no" where it lacks. */
export type Outside = {
  /** by account; absent: not known */
  wallets: ReadonlyMap<string, readonly Wallet[]>
  tokens: readonly ChainToken[]
  blocks: Snapshot['blocks']
  /** by which version of each campaign: another one may be about other tokens */
  versions: ReadonlyMap<string, number>
  /** more was asked for at once than is told: of fewer accounts all of it may be */
  isPartial: boolean
}

export type OutsideDeps = Chain & {
  indexer: Pick<Indexer, 'held'>
  log: Pick<Platform['log'], 'warn'>
}

type Ours = { address: string; blockchain: string; collection_id: string }
type Range = AskedContract['ranges'][number]

const rangesOf = (entry: Slot['entries'][number]): Range[] =>
  entry.tokenId === undefined ? [...entry.ranges] : [{ from: entry.tokenId, to: entry.tokenId }]

/** CA-54: where tokens of an item lie in a contract of its collection. */
const ofItem = (number: number): Range => ({
  from: BigInt(number) << 32n,
  to: (BigInt(number) << 32n) + 0xffff_ffffn,
})

/** Which contracts slots ask about, on all chains, with those in which our own tokens are minted. */
async function contractsOf(
  db: Queryable,
  slots: readonly Slot[],
): Promise<{ asked: AskedContract[]; ours: Ours[] }> {
  const entries = slots.flatMap(({ entries: all }) => all)
  const asked: AskedContract[] = entries.flatMap((entry) => {
    const { type, blockchain, contractAddress } = entry
    if (type !== 'nft' || blockchain === undefined || contractAddress === undefined) return []
    return [{ blockchain, address: contractAddress, ranges: rangesOf(entry) }]
  })
  const virtual = entries.filter(({ type, nftType }) => type === 'vnft' && nftType !== 'VIRTUAL')
  if (virtual.length === 0) return { asked, ours: [] }
  const items = await db.query<{ id: string; number: number; collection_id: string }>(
    'select id, number, collection_id from vitem where id = any($1)',
    [virtual.flatMap(({ vitemId }) => vitemId ?? [])],
  )
  const itemOf = new Map(items.rows.map((row) => [row.id, row]))
  const collectionOf = (entry: (typeof virtual)[number]) =>
    entry.vcollectionId ?? itemOf.get(entry.vitemId ?? '')?.collection_id
  const { rows: ours } = await db.query<Ours>(
    `select address, blockchain, collection_id from collection_contract
     where collection_id = any($1) and address is not null`,
    [virtual.flatMap((entry) => collectionOf(entry) ?? [])],
  )
  for (const entry of virtual)
    for (const { address, blockchain, collection_id } of ours) {
      const item = entry.vitemId === undefined ? undefined : itemOf.get(entry.vitemId)
      if (collection_id !== collectionOf(entry)) continue
      asked.push({ blockchain, address, ranges: item ? [ofItem(item.number)] : [] })
    }
  return { asked, ours }
}

/** One line for each contract; without ranges it is about all of its tokens. */
function merged(asked: readonly AskedContract[]): AskedContract[] {
  const byPlace = Map.groupBy(asked, ({ blockchain, address }) => `${blockchain} ${address}`)
  return [...byPlace.values()].flatMap((some) => {
    const [first] = some
    const isAll = some.some(({ ranges }) => ranges.length === 0)
    return first ? [{ ...first, ranges: isAll ? [] : some.flatMap(({ ranges }) => ranges) }] : []
  })
}

type Minted = { id: string; collection_id: string; number: number; token: bigint; shared: boolean }

/** CA-28, CA-54: what of ours tokens are, by contract and id. */
async function ofOurs(db: Queryable, ours: readonly Ours[], held: HeldTokens['tokens']) {
  const collections = new Map(ours.map((one) => [one.address, one.collection_id]))
  const ids = held.flatMap(({ address, tokenId }) => {
    const collection = collections.get(address)
    return collection === undefined ? [] : [{ collection, address, tokenId }]
  })
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await db.query<Minted>(
          `select i.id, i.collection_id, i.number, t.number as token, t.shared
           from unnest($1::text[], $2::int[], $3::bigint[]) d (collection, item, token)
           join vitem i on i.collection_id = d.collection and i.number = d.item
           join item_token t on t.item_id = i.id and t.number = d.token`,
          [
            ids.map(({ collection }) => collection),
            ids.map(({ tokenId }) => Number((tokenId >> 32n) & 0x7fff_ffffn)),
            ids.map(({ tokenId }) => String(tokenId & 0xffff_ffffn)),
          ],
        )
  const traits = await itemTraits(db, [...new Set(rows.map(({ id }) => id))])
  return ({ address, tokenId }: { address: string; tokenId: bigint }) => {
    const collection = collections.get(address)
    const row = rows.find(
      (one) => one.collection_id === collection && tokenId === (BigInt(one.number) << 32n) + one.token,
    )
    if (!row) return undefined
    const virtual = { collectionId: row.collection_id, itemId: row.id, tokenId: row.token }
    return { virtual, shared: row.shared, traits: traits(row.id, null) }
  }
}

/**
 * Reads what is outside for all who wait together: wallets, and their tokens on chain by the index (CA-27). Where the index
 * is away, or doesn't tell all, its chain is late: what isn't seen there is unchecked.
 */
export async function readOutside(
  db: Queryable,
  { indexer, chain, chainId, log }: OutsideDeps,
  waiting: readonly { accountId: string; definition: Definition; chosen: readonly AskedToken[] }[],
): Promise<Outside> {
  const definitions = [...new Map(waiting.map(({ definition }) => [definition.id, definition])).values()]
  const versions = new Map(definitions.map(({ id, versions: { artifacts } }) => [id, artifacts]))
  const accountIds = [...new Set(waiting.map(({ accountId }) => accountId))]
  const wallets = await readWallets(db, accountIds, { chain, chainId })
  const { asked, ours } = await contractsOf(
    db,
    definitions.flatMap(({ slots }) => slots),
  )
  const addresses = [...new Set([...wallets.values()].flatMap((all) => all.map(({ address }) => address)))]
  if (asked.length === 0 || addresses.length === 0)
    return { wallets, tokens: [], blocks: new Map(), versions, isPartial: false }
  const chosen = waiting.flatMap((one) => one.chosen)
  let isPartial = false
  const held = await indexer
    .held({ wallets: addresses, contracts: merged(asked), chosen })
    .catch((err: unknown) => {
      isPartial = err instanceof ResponseError && err.status >= 400 && err.status < 500
      log.warn({ err }, 'what is on chain can not be checked')
      return undefined
    })
  if (!held) {
    const blocks = new Map([[chain, { block: 0, isLate: true }]])
    return { wallets, tokens: [], blocks, versions, isPartial }
  }
  const own = await ofOurs(db, ours, held.tokens)
  const tokens = held.tokens.map((one): ChainToken => {
    const minted = own(one)
    const traits: Traits | undefined = minted?.traits ?? (one.traits && traitsOf(one.traits))
    const token: Token = {
      standard: one.standard,
      chain: { blockchain: held.blockchain, contractAddress: one.address, tokenId: one.tokenId },
      ...(minted && { virtual: minted.virtual }),
      ...(traits && { traits }),
    }
    const shared = minted?.shared ?? one.standard === 'ERC1155'
    // what the index leaves out makes its chain late, not what it tells
    const read = one.read || (held.more && !held.isLate)
    return { token, shared, holdings: one.holdings, suspended: one.suspended, read }
  })
  const blocks = new Map([[held.blockchain, { block: held.block, isLate: held.isLate || held.more }]])
  return { wallets, tokens, blocks, versions, isPartial: held.more }
}

/** A token that somebody chose (CA-23). */
export type AskedToken = { blockchain: string; address: string; tokenId: bigint }
