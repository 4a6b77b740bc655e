import { type Condition, readCondition } from './condition.ts'
import type { Requirement } from './definition.ts'

/** One way to fill a slot, ready to be asked. */
export type Entry = Pick<
  Requirement,
  'type' | 'blockchain' | 'contractAddress' | 'nftType' | 'vcollectionId' | 'vitemId' | 'tokenRanges'
> & {
  path: string
  tokenId?: bigint | undefined
  ranges: readonly { from: bigint; to: bigint }[]
  condition?: Condition | undefined
}

/** CA-21: one place that a token of its own must fill. */
export type Slot = {
  id: string
  tag: string
  group?: { id: string; alternative: string } | undefined
  entries: readonly Entry[]
  /** the same text for slots that ask for the same */
  asks: string
}

function entryOf(requirement: Requirement, index: number): Entry {
  const { type, blockchain, contractAddress, nftType, vcollectionId, vitemId } = requirement
  const { tokenId, tokenRanges = [], traitCondition } = requirement
  const path = String(index)
  const read =
    traitCondition === undefined ? undefined : readCondition(traitCondition, `${path}.traitCondition`)
  if (read && 'errors' in read) throw new Error('a condition that was saved is not one')
  return {
    path,
    type,
    blockchain,
    contractAddress,
    nftType,
    vcollectionId,
    vitemId,
    tokenId: tokenId === undefined ? undefined : BigInt(tokenId),
    tokenRanges,
    ranges: tokenRanges.map(([from, to]) => ({ from: BigInt(from), to: BigInt(to) })),
    condition: read?.condition,
  }
}

const asked = ({ slotId, tag, group, displayName, displayTokenId, ...rest }: Requirement) =>
  JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The slots of requirements that were saved, in the order in which their tags are first named (CA-31). It is done once
 * for a version of a campaign.
 */
export function slotsOf(requirements: readonly Requirement[]): Slot[] {
  const byTag = Map.groupBy(requirements.entries(), ([, { tag }]) => tag)
  return [...byTag].flatMap(([tag, ways]) => {
    const [first] = ways
    if (!first) return []
    const { slotId: id, group } = first[1]
    const entries = ways.map(([index, way]) => entryOf(way, index))
    const asks = ways
      .map(([, way]) => asked(way))
      .sort()
      .join()
    return [{ id, tag, group, entries, asks }]
  })
}

/**
 * CA-21: what has to be filled, once for each choice of alternatives, in the order in which they are written. There are at
 * most 324, of 16 tags in groups of three and two.
 * @param selected tags that somebody chose tokens for: of their group, other alternatives are no choice
 */
export function choicesOf(slots: readonly Slot[], selected: ReadonlySet<string>): Slot[][] {
  const groups = Map.groupBy(
    slots.filter(({ group }) => group !== undefined),
    ({ group }) => group?.id,
  )
  let choices = [slots.filter(({ group }) => group === undefined)]
  for (const ofGroup of groups.values()) {
    const alternatives = [...Map.groupBy(ofGroup, ({ group }) => group?.alternative).values()]
    const chosen = alternatives.filter((tags) => tags.some(({ tag }) => selected.has(tag)))
    const open = chosen.length > 0 ? chosen : alternatives
    choices = choices.flatMap((choice) => open.map((tags) => [...choice, ...tags]))
  }
  return choices.map((choice) => slots.filter((slot) => choice.includes(slot)))
}
