import type { Terms } from '@talad/order-book/public-state/terms'
import type { Queryable } from '@talad/shared/db'
import type { Since } from '../ledger.ts'
import { hexOf, termsOf } from '../order-samples.ts'
import { START } from '../service.ts'
import type { Simulation } from '../workload.ts'
import type { Chain } from './chain.ts'
import type { Market } from './services.ts'

/** A purchase that somebody has opened. */
export type Purchase = { id: string; buyer: string; terms: Terms }

/** What a sequence of suspensions and purchases knows. */
export type World = {
  at: Market
  simulation: Simulation
  since: Since
  contract: string
  chain: Chain
  /** what is listed, by token */
  listed: Map<bigint, Terms>
  purchases: Purchase[]
  /** hashes of everything that the relayer has signed */
  signed: Set<string>
  /** nobody suspends anything any more */
  lifted: boolean
}

/** 12 lies outside all ranges but the whole. */
export const TOKENS = [9n, 10n, 11n, 12n] as const
/** Two ranges that overlap in 10: as text, 10 would come before 9; and the whole contract, for tokens to come too. */
export const RANGES = {
  low: { from: 9n, to: 10n },
  high: { from: 10n, to: 11n },
  whole: undefined,
} as const
export type RangeName = keyof typeof RANGES
export const UNITS = 4n

/** Who decides. */
export const admin = { accountId: 'account-admin', customerId: 'join-admin' }

/** The terms under which a token of a sequence is sold. */
export function saleOf(
  { simulation, contract }: Pick<World, 'simulation' | 'contract'>,
  token: bigint,
): Terms {
  const name = `${token} of ${simulation.name}`
  const start = Math.floor(START.getTime() / 1_000) - 3_600
  const end = start + 86_400
  const terms = termsOf(name)
  return {
    ...terms,
    contract,
    tokenId: `${token}`,
    start,
    end,
    signedEnd: end + 3_600,
    createdAt: new Date(start * 1_000),
    distribution: [
      { customerId: null, type: 'service', basisPoints: 250, value: 250n },
      { customerId: `join-artist of ${simulation.name}`, type: 'royalty', basisPoints: 500, value: 500n },
      { customerId: terms.customerId, type: 'net', basisPoints: 9_250, value: 9_250n },
    ],
  }
}

export const contractOf = ({ name }: Simulation) => hexOf(`contract of ${name}`, 40)

type Row = { token_from: string | null; token_to: string | null }

/** Whether a service knows an active suspension that covers a token: no matcher, only two comparisons. */
export async function isForbidden(db: Queryable, contract: string, token: bigint): Promise<boolean> {
  const { rows } = await db.query<Row>({
    name: 'forbidden',
    text: `select token_from::text, token_to::text from suspension_replica where active and contract_address = $1`,
    values: [contract],
  })
  return rows.some(
    ({ token_from: from, token_to: to }) =>
      from === null || to === null || (BigInt(from) <= token && token <= BigInt(to)),
  )
}
