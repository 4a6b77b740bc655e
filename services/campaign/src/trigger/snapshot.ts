import type { Candidate, Selection, Snapshot } from '../requirement/snapshot.ts'
import { type AccountCount, type Pair, pairKey } from './counters.ts'
import type { Definition } from './definition.ts'
import type { ChainToken, Outside } from './outside.ts'
import { nameOf, type Uses } from './uses.ts'
import type { VirtualToken } from './virtual.ts'

/** What doubt is worth another look after. */
const RETRY_MS = 5_000

/** Who wants what of a campaign. */
export type Pressed = Pair & {
  caller: Snapshot['caller']
  soft: boolean
  selections: Snapshot['selections']
}

/** What is read in the transaction, or at one moment of a dry run. */
export type Inside = {
  now: Date
  global: ReadonlyMap<string, number>
  accounts: ReadonlyMap<string, AccountCount>
  virtual: readonly VirtualToken[]
  supplies: Snapshot['supplies']
  uses: Uses
}

/** CA-29: of tokens of which there are several a use is its holder's; another token is used whoever has it. */
export const holderOf = (shared: boolean, accountId: string) => (shared ? accountId : '')

type Owned = Pick<Outside, 'wallets' | 'tokens'>

/** A token that an account may have, and how its uses are kept. */
export type Known = { candidate: Omit<Candidate, 'uses'>; name: string; holder: string }

function chainOnes(
  tokens: readonly ChainToken[],
  own: ReadonlySet<string> | undefined,
  accountId: string,
): Known[] {
  return tokens.flatMap(({ token, shared, holdings, suspended, read }) => {
    const mine = holdings.filter(({ wallet }) => own?.has(wallet) ?? false)
    if (mine.length === 0) return []
    const candidate = { token, holdings: mine, suspended, read }
    return [{ candidate, name: nameOf(token), holder: holderOf(shared, accountId) }]
  })
}

function virtualOnes(virtual: readonly VirtualToken[], accountId: string): Known[] {
  return virtual.flatMap((one) => {
    if (one.accountId !== accountId) return []
    const { collectionId, itemId, tokenId, traits, units, minting, shared } = one
    const token = { standard: 'VIRTUAL' as const, virtual: { collectionId, itemId, tokenId }, traits }
    const holdings = [{ wallet: null, units }]
    const candidate = { token, holdings, minting, suspended: false, read: false }
    return [{ candidate, name: nameOf(token), holder: holderOf(shared, accountId) }]
  })
}

/** All that an account has of what campaigns ask for. */
export function knownOf(
  accountId: string,
  { wallets, tokens }: Owned,
  virtual: readonly VirtualToken[],
): Known[] {
  const linked = wallets.get(accountId)
  const own = linked && new Set(linked.map(({ address }) => address))
  return [...chainOnes(tokens, own, accountId), ...virtualOnes(virtual, accountId)]
}

/** What is decided by (CA-21 to CA-30): the part that was read outside, with what holds now. */
export function snapshotOf(
  pressed: Pressed,
  definition: Definition,
  known: readonly Known[],
  { outside, inside }: { outside: Outside; inside: Inside },
): Snapshot {
  const { now, global, accounts, uses } = inside
  return {
    now,
    campaign: definition,
    caller: pressed.caller,
    soft: pressed.soft,
    candidates: known.map(({ candidate, name, holder }) => ({
      ...candidate,
      uses: uses.of(definition.groupId, name, holder).map(({ used }) => used),
    })),
    wallets: outside.wallets.get(pressed.accountId),
    blocks: outside.blocks,
    atLeast: new Map(),
    retryAt: new Date(now.getTime() + RETRY_MS),
    counters: {
      global: global.get(definition.id) ?? 0,
      account: accounts.get(pairKey(pressed)) ?? { count: 0, newest: [] },
    },
    selections: pressed.selections,
    supplies: inside.supplies,
  }
}

/** CA-23: what was chosen, of the body of a call. */
export function selectionsOf(
  given: Readonly<
    Record<
      string,
      { blockchain: string; contractAddress: string; tokenId: string } | { vitemId: string; tokenId: string }
    >
  >,
): Map<string, Selection> {
  return new Map(
    Object.entries(given).map(([tag, one]) => {
      const tokenId = BigInt(one.tokenId)
      return [
        tag,
        'vitemId' in one
          ? { vitemId: one.vitemId, tokenId }
          : { blockchain: one.blockchain, contractAddress: one.contractAddress.toLowerCase(), tokenId },
      ]
    }),
  )
}
