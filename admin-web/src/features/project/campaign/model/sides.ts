import type { Difference } from '../api.ts'

type Sides = { before: object; after: object }

const withoutIds = (entries: readonly { slotId: string }[]) => entries.map(({ slotId: _, ...rest }) => rest)

/** What is live and what would be, slot by slot under its newest name, to be set beside each other. */
export function sidesOf({ slots, rewards }: Difference): Sides {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  for (const { live, draft } of slots) {
    const tag = (draft[0] ?? live[0])?.tag ?? ''
    before[tag] = withoutIds(live)
    after[tag] = withoutIds(draft)
  }
  for (const { tag, live, draft } of rewards) {
    before[`→ ${tag}`] = live ?? {}
    after[`→ ${tag}`] = draft ?? {}
  }
  return { before, after }
}
