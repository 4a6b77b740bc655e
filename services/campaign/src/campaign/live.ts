import { z } from 'zod'
import { type Requirement, requirement } from '../requirement/definition.ts'
import { type Slot, slotsOf } from '../requirement/slots.ts'
import type { CampaignRow } from './rows.ts'

const MOST_KEPT = 1_000
/** What follows from the id and the version of what is live alone, so that it is read once. */
const kept = new Map<string, { version: number; slots: readonly Slot[] }>()
const stored = z.array(requirement.extend({ slotId: z.string() }))

/** Requirements that were saved, read back. */
export const savedRequirements = (saved: unknown): Requirement[] => stored.parse(saved ?? [])

/** CA-21: the slots of what is live, read once for a version. */
export function liveSlots({ id, artifacts, artifacts_version: version }: CampaignRow): readonly Slot[] {
  const known = kept.get(id)
  if (known?.version === version) return known.slots
  const slots = slotsOf(savedRequirements(artifacts.requirements))
  kept.delete(id)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(id, { version, slots })
  return slots
}
