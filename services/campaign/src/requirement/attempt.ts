import { isOpen, type Look } from './look.ts'
import { fill, lowest } from './matching.ts'
import type { Slot } from './slots.ts'
import type { Selection, Snapshot, Token } from './snapshot.ts'

/** As many slots as there can be: of one slot, tokens beyond are never needed by a matching. */
const MOST_UNITS = 16

/** A slot and all that may fill it. Units are numbers, in the order of their tokens. */
export type Demand = {
  slot: Slot
  selection: Selection | undefined
  looks: readonly Look[]
  sure: readonly number[]
  /** and those that couldn't be checked */
  possible: readonly number[]
  scarcity: number
}

/** CA-22: a unit of a token fills one slot; more than there can be slots are alike. */
function unitsOf({ place, usability }: Look): number[] {
  const free = 'free' in usability ? usability.free : 0n
  const count = free < MOST_UNITS ? Number(free) : MOST_UNITS
  return [...Array(count).keys()].map((unit) => place * MOST_UNITS + unit)
}

type LookAt = (slot: Slot, selection?: Selection) => Look[]

/** What there is for each slot, the scarcest first; of equals the one that is written first (CA-23). */
export function demandsOf(snapshot: Snapshot, look: LookAt): Demand[] {
  const demands = snapshot.campaign.slots.map((slot, index): Demand => {
    const selection = snapshot.selections.get(slot.tag)
    const looks = look(slot, selection)
    const isSure = ({ fit, usability }: Look) => fit.fits === true && usability.state === 'usable'
    const fitting = looks.filter(({ fit }) => fit.fits !== false)
    const sure = fitting.filter(isSure).flatMap(unitsOf)
    const unsure = fitting.filter((one) => !isSure(one)).flatMap(unitsOf)
    const unseen = isOpen(slot, looks, snapshot, selection) ? [-1 - index] : []
    return {
      slot,
      selection,
      looks,
      sure: sure.slice(0, MOST_UNITS),
      possible: [sure, unsure, unseen].flatMap((units) => units.slice(0, MOST_UNITS)),
      scarcity: sure.length,
    }
  })
  return demands.sort((a, b) => a.scarcity - b.scarcity)
}

/** What came of filling slots: which are filled for sure, and which more may be by what couldn't be checked. */
export type Attempt = { tokens: Map<Slot, Token>; possible: Set<Slot>; lacking: number; unchecked: number }

/** Fills what can be filled of demands, the scarcest first (CA-22, CA-23). */
export function attempt(demands: readonly Demand[]): Attempt {
  const edges = demands.map(({ sure }) => sure)
  const filled = fill(edges)
  const more = fill(
    demands.map(({ possible }) => possible),
    filled,
  )
  const tokens = new Map<Slot, Token>()
  for (const [unit, index] of lowest(edges, filled)) {
    const demand = demands[index]
    const look = demand?.looks.find(({ place }) => place === Math.floor(unit / MOST_UNITS))
    if (demand && look) tokens.set(demand.slot, look.candidate.token)
  }
  const possible = new Set([...more.values()].flatMap((index) => demands[index]?.slot ?? []))
  return { tokens, possible, lacking: demands.length - more.size, unchecked: more.size - filled.size }
}
