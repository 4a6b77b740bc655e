import type { faultKinds, nodeStates } from '@talad/proto/http/asset-indexer/indexer-admin'

export type NodeState = (typeof nodeStates)[number]
export type FaultKind = (typeof faultKinds)[number]

/** What the node said when it was asked. */
export type Asked =
  | { kind: 'answered'; chainId: number; head: { number: number; timestamp: number } }
  | { kind: 'failed'; throttled: boolean }

type Expected = {
  chainId: number
  /** the last block that was read */
  position: number
  /** null: blocks come on demand */
  blockSeconds: number | null
  now: Date
}

/** So many blocks may be missing before the newest one counts as old, and it is never old within a minute. */
const MISSING_BLOCKS = 20
const FRESH_S = 60

/** How a node does that has or hasn't answered. */
export function judgeNode(asked: Asked, { chainId, position, blockSeconds, now }: Expected): NodeState {
  if (asked.kind === 'failed') return asked.throttled ? 'limited' : 'away'
  if (asked.chainId !== chainId) return 'wrong_chain'
  if (asked.head.number < position) return 'behind'
  if (blockSeconds === null) return 'well'
  const ageS = now.getTime() / 1_000 - asked.head.timestamp
  return ageS > Math.max(FRESH_S, MISSING_BLOCKS * blockSeconds) ? 'stale' : 'well'
}
