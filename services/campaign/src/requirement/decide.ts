import { type Attempt, attempt, type Demand, demandsOf } from './attempt.ts'
import { chainsToConnect, looker } from './look.ts'
import { campaignReasons, isHidden, type Reason, rewardsOf } from './reasons.ts'
import { choicesOf } from './slots.ts'
import type { Snapshot, Token } from './snapshot.ts'

/** What a requirement is to the account. */
type SlotState =
  | { state: 'met'; token: Token }
  | { state: 'connect'; blockchains: readonly string[] }
  | { state: 'unchecked'; retryAt: Date }
  | { state: 'have'; have: number; need: number }

/** `isRequired` false: of an alternative that was not taken (CA-21) */
export type SlotVerdict = { id: string; tag: string; isRequired: boolean } & SlotState

export type Verdict = {
  /** `unchecked`: not "no", and nothing is spent (CA-27); `unsupplied`: all is met, but what is given is gone (CA-43) */
  outcome: 'met' | 'unmet' | 'unchecked' | 'unsupplied'
  /** all that failed, in the order of CA-39 */
  reasons: readonly Reason[]
  slots: readonly SlotVerdict[]
  /** tags of the rewards that are given: with `soft` those that can be (CA-37) */
  rewards: readonly string[]
  /** CA-30: what the index had read */
  blocks: ReadonlyMap<string, number>
}

/** The choice of alternatives that lacks least, then the one with least to be checked; the first of equals (CA-21). */
function nearest(demands: readonly Demand[], snapshot: Snapshot) {
  const { slots } = snapshot.campaign
  const choices = choicesOf(slots, new Set(snapshot.selections.keys())).map((choice) => {
    const required = demands.filter(({ slot }) => choice.includes(slot))
    return { required, ...attempt(required) }
  })
  return choices.reduce((best, next) => {
    const difference = next.lacking - best.lacking || next.unchecked - best.unchecked
    return difference < 0 ? next : best
  })
}

/** @param peers the slots that are filled together with it */
function stateOf(demand: Demand, peers: readonly Demand[], found: Attempt, snapshot: Snapshot): SlotState {
  const { slot } = demand
  const token = found.tokens.get(slot)
  if (token) return { state: 'met', token }
  if (found.possible.has(slot)) return { state: 'unchecked', retryAt: snapshot.retryAt }
  const blockchains = chainsToConnect(slot, snapshot)
  if (blockchains) return { state: 'connect', blockchains }
  const alike = peers.filter((peer) => peer.slot.asks === slot.asks)
  const have = alike.filter((peer) => found.tokens.has(peer.slot)).length
  return { state: 'have', have, need: alike.length }
}

type SlotReasons = { own: Reason[]; tokens: Reason[] }

/** Why a slot isn't filled: of its own, or of tokens that would fill it (CA-39). */
function slotReasons({ slot: { tag }, selection, looks }: Demand, state: SlotState): SlotReasons {
  if (state.state === 'met') return { own: [], tokens: [] }
  if (state.state === 'unchecked')
    return { own: [{ code: 'requirement_unchecked', tag, retryAt: state.retryAt }], tokens: [] }
  const fitting = looks.filter(({ fit }) => fit.fits === true).map(({ usability }) => usability)
  const tokens: Reason[] = []
  const used = fitting.filter((one) => one.state === 'used')
  const freed = used.flatMap(({ retryAt }) => retryAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  if (used.length > 0) tokens.push({ code: 'token_used', tag, retryAt: freed[0] })
  if (fitting.some((one) => one.state === 'suspended')) tokens.push({ code: 'token_suspended', tag })
  if (tokens.length > 0) return { own: [], tokens }
  const isOwned = looks.some(({ usability }) => usability.state !== 'not_owned')
  return { own: [{ code: selection && !isOwned ? 'token_not_owned' : 'requirement_unmet', tag }], tokens }
}

/** CA-10: nothing else of a campaign is told to who may not know of it. */
export const HIDDEN: Verdict = {
  outcome: 'unmet',
  reasons: [{ code: 'campaign_hidden' }],
  slots: [],
  rewards: [],
  blocks: new Map(),
}

/** CA-10 to CA-14, CA-21 to CA-30, CA-37, CA-39: whether an account may have what a campaign gives, and all that is against it. */
export function decide(snapshot: Snapshot): Verdict {
  if (snapshot.caller === 'user' && isHidden(snapshot)) return HIDDEN
  const { campaign, selections, blocks } = snapshot
  const demands = demandsOf(snapshot, looker(snapshot))
  const best = nearest(demands, snapshot)
  const judged = campaign.slots.flatMap((slot) => {
    const demand = demands.find((one) => one.slot === slot)
    if (!demand) return []
    const isRequired = best.required.includes(demand)
    const peers = isRequired ? best.required : [demand]
    const state = stateOf(demand, peers, isRequired ? best : attempt(peers), snapshot)
    const reasons = isRequired ? slotReasons(demand, state) : { own: [], tokens: [] }
    return [{ slot, isRequired, state, reasons }]
  })
  const unknown = [...selections.keys()].filter((tag) => !campaign.slots.some((slot) => slot.tag === tag))
  const { rewards, reasons: supply } = rewardsOf(snapshot)
  const against: Reason[] = [
    ...campaignReasons(snapshot),
    ...judged.flatMap(({ reasons }) => reasons.own),
    ...unknown.map((tag) => ({ code: 'requirement_unmet' as const, tag })),
    ...judged.flatMap(({ reasons }) => reasons.tokens),
  ]
  return {
    outcome: outcomeOf(against, rewards.length > 0 || supply.length === 0),
    reasons: [...against, ...supply],
    slots: judged.map(({ slot: { id, tag }, isRequired, state }) => ({ id, tag, isRequired, ...state })),
    rewards,
    blocks: new Map([...blocks].map(([chain, { block }]) => [chain, block])),
  }
}

function outcomeOf(against: readonly Reason[], isSupplied: boolean): Verdict['outcome'] {
  if (against.some(({ code }) => code !== 'requirement_unchecked')) return 'unmet'
  if (against.length > 0) return 'unchecked'
  return isSupplied ? 'met' : 'unsupplied'
}
