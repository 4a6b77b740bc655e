import { type Random, randomFrom, times } from '@talad/demo/random'
import { pick } from '../money/lives.ts'

/** Two ranges that overlap in 10: as text, 10 would come before 9; and the whole contract, for those to come too. */
export const RANGES = {
  low: { from: 9n, to: 10n },
  high: { from: 10n, to: 11n },
  whole: undefined,
} as const
export type RangeName = keyof typeof RANGES

/** 12 lies outside both ranges. */
export const TOKENS = [9n, 10n, 11n, 12n] as const

/** What people, admins, the relayer and the chain do. Which listing, purchase or transaction is meant is drawn when it happens. */
export type Step =
  | { kind: 'suspend' | 'lift'; range: RangeName }
  | { kind: 'list'; token: bigint }
  | { kind: 'ship' | 'pay' | 'deliver' | 'settle' | 'reorganise' }

/** The services whose processes die. */
export const PLACES = ['moderation', 'book', 'indexer', 'shipping'] as const

/** A process dies at the so-manieth await from the beginning of a step. */
export type Death = {
  step: number
  place: (typeof PLACES)[number]
  awaits: number
  phase: 'before' | 'after'
}

export type Sequence = { name: string; steps: readonly Step[]; deaths: readonly Death[]; random: Random }

/** So many tokens are on sale, and known to all, before anything else happens. */
export const LISTED = 3
const LEAST_STEPS = 12
const MORE_STEPS = 14
const MOST_DEATHS = 3
/** Further than most work of one step reaches; then it dies in the next. */
const FURTHEST = 24

function drawStep(random: Random): Step {
  const drawn = random()
  const range = pick(random, ['low', 'low', 'high', 'high', 'whole'] as const)
  const token = pick(random, TOKENS)
  if (drawn < 0.12) return { kind: 'suspend', range }
  if (drawn < 0.22) return { kind: 'lift', range }
  if (drawn < 0.26) return { kind: 'list', token }
  if (drawn < 0.48) return { kind: 'ship' }
  if (drawn < 0.7) return { kind: 'pay' }
  if (drawn < 0.82) return { kind: 'deliver' }
  return { kind: drawn < 0.91 ? 'settle' : 'reorganise' }
}

/** The sequence of a name; always the same. */
export function sequenceOf(name: string): Sequence {
  const random = randomFrom(name)
  const listed = TOKENS.slice(0, LISTED).map((token): Step => ({ kind: 'list', token }))
  const steps = [...listed, ...times(LEAST_STEPS + Math.floor(random() * MORE_STEPS), () => drawStep(random))]
  const deaths = times(
    1 + Math.floor(random() * MOST_DEATHS),
    (): Death => ({
      step: Math.floor(random() * steps.length),
      place: pick(random, ['shipping', 'shipping', 'book', 'indexer', 'moderation'] as const),
      awaits: 1 + Math.floor(random() * FURTHEST),
      phase: random() < 0.5 ? 'before' : 'after',
    }),
  )
  return { name, steps, deaths, random }
}
