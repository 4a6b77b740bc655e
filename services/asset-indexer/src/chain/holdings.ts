import type { TransferFact } from './facts.ts'
import { ZERO_ADDRESS } from './facts.ts'

/** What transfers do to holders: pure, so that the same code serves the scan and its tests. */

export type AssetState = {
  owner: string | null
  supply: bigint
  firstBlock: number
  /** unix seconds */
  firstTime: number
  lastBlock: number
}

export type Holdings = {
  /** units by asset, then by address; no entry for nothing */
  balances: Map<string, Map<string, bigint>>
  assets: Map<string, AssetState>
}

export function emptyHoldings(): Holdings {
  return { balances: new Map(), assets: new Map() }
}

export function balanceOf(holdings: Holdings, assetId: string, address: string): bigint {
  return holdings.balances.get(assetId)?.get(address) ?? 0n
}

function setBalance(holdings: Holdings, assetId: string, address: string, units: bigint): void {
  const held = holdings.balances.get(assetId) ?? new Map<string, bigint>()
  holdings.balances.set(assetId, units === 0n ? held : held.set(address, units))
  if (units === 0n) held.delete(address)
}

function addBalance(holdings: Holdings, assetId: string, address: string, units: bigint): void {
  if (address === ZERO_ADDRESS) return
  setBalance(holdings, assetId, address, balanceOf(holdings, assetId, address) + units)
}

/** More than any row can hold: a maker's contract may add up to it. */
const TOO_MANY = 10n ** 78n

/** Whether all that a transfer changes can still be written down. */
function fits(holdings: Holdings, { assetId, from, to, amount }: TransferFact): boolean {
  const units = BigInt(amount)
  const given = from === ZERO_ADDRESS ? 0n : balanceOf(holdings, assetId, from) - units
  const taken = to === ZERO_ADDRESS ? 0n : balanceOf(holdings, assetId, to) + units
  const minted = (from === ZERO_ADDRESS ? units : 0n) - (to === ZERO_ADDRESS ? units : 0n)
  const supply = (holdings.assets.get(assetId)?.supply ?? 0n) + minted
  return [given, taken, supply].every((sum) => sum < TOO_MANY && sum > -TOO_MANY)
}

function applyOne(holdings: Holdings, fact: TransferFact): void {
  const { assetId, from, to } = fact
  const amount = BigInt(fact.amount)
  const before = holdings.assets.get(assetId)
  let supply = before?.supply ?? 0n
  if (fact.contractType === 'erc721') {
    // AI-5: one row, quantity 1, whatever a contract claims about the giver
    if (before?.owner) setBalance(holdings, assetId, before.owner, 0n)
    if (to !== ZERO_ADDRESS) setBalance(holdings, assetId, to, 1n)
    supply = to === ZERO_ADDRESS ? 0n : 1n
  } else {
    addBalance(holdings, assetId, from, -amount) // AI-5: sums
    addBalance(holdings, assetId, to, amount)
    if (from === ZERO_ADDRESS) supply += amount
    if (to === ZERO_ADDRESS) supply -= amount
  }
  holdings.assets.set(assetId, {
    owner: to === ZERO_ADDRESS ? null : to,
    supply,
    firstBlock: before?.firstBlock ?? fact.block,
    firstTime: before?.firstTime ?? fact.blockTime,
    lastBlock: fact.block,
  })
}

/** AI-5: below nothing is nothing: who hears of it must be able to take it, whatever a contract says. */
function heldText(holdings: Holdings, assetId: string, address: string): string {
  const held = balanceOf(holdings, assetId, address)
  return address === ZERO_ADDRESS ? '' : (held < 0n ? 0n : held).toString()
}

/** Assets of which somebody has less than nothing: their contracts don't tell all. */
export function shortOf({ balances }: Holdings): string[] {
  return [...balances].flatMap(([id, held]) => ([...held.values()].some((units) => units < 0n) ? [id] : []))
}

/** The same facts, saying what giver and taker hold now. */
export function withBalances(holdings: Holdings, facts: readonly TransferFact[]): TransferFact[] {
  return facts.map((fact) => ({
    ...fact,
    fromBalance: heldText(holdings, fact.assetId, fact.from),
    toBalance: heldText(holdings, fact.assetId, fact.to),
  }))
}

/**
 * Applies transfers to holdings, which it changes.
 * @param transfers in chain order
 * @param refuse told of those that add up to more than can be written down: they change nothing
 * @returns the transfers with what giver and taker hold after the block, and what the giver held in between
 */
export function applyTransfers(
  holdings: Holdings,
  transfers: readonly TransferFact[],
  refuse: (fact: TransferFact) => void = () => undefined,
): TransferFact[] {
  const done: TransferFact[] = []
  for (let start = 0; start < transfers.length; ) {
    const block = transfers[start]?.block
    const ofBlock: TransferFact[] = []
    for (let fact = transfers[start]; fact && fact.block === block; fact = transfers[start]) {
      start += 1
      if (!fits(holdings, fact)) {
        refuse(fact)
        continue
      }
      applyOne(holdings, fact)
      ofBlock.push({ ...fact, fromLeft: heldText(holdings, fact.assetId, fact.from) })
    }
    done.push(...withBalances(holdings, ofBlock))
  }
  return done
}

/**
 * Takes ERC-1155 transfers back: sums don't care for the order. An ERC-721 token is set to the receiver of its last
 * remaining transfer instead, see `rollback.ts`.
 */
export function unapplySums(holdings: Holdings, transfers: readonly TransferFact[]): void {
  for (const { assetId, from, to, amount } of transfers) {
    const state = holdings.assets.get(assetId)
    const units = BigInt(amount)
    addBalance(holdings, assetId, from, units)
    addBalance(holdings, assetId, to, -units)
    if (!state) continue
    const minted = (from === ZERO_ADDRESS ? units : 0n) - (to === ZERO_ADDRESS ? units : 0n)
    holdings.assets.set(assetId, { ...state, supply: state.supply - minted })
  }
}
