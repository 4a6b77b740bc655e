import { z } from 'zod'
import type { JsonObject } from '../../json-object.ts'
import { type ConditionDraft, fromCondition, toCondition } from './condition-draft.ts'

export const standards = ['', 'ERC721', 'ERC1155', 'VIRTUAL'] as const
export type Standard = (typeof standards)[number]

/** One way to fill a slot; what is empty isn't asked for. */
export type EntryDraft = {
  key: string
  type: 'nft' | 'vnft'
  nftType: Standard
  displayName: string
  displayTokenId: string
  blockchain: string
  contractAddress: string
  vcollectionId: string
  vitemId: string
  tokenId: string
  /** `1-10, 15` */
  tokenRanges: string
  condition: ConditionDraft | undefined
  /** what no field is for */
  kept: JsonObject
}
/** What is asked for under one tag: each of its entries is enough (CA-21). */
export type SlotDraft = {
  id: string
  tag: string
  /** empty: it is always needed */
  group: string
  alternative: string
  entries: readonly EntryDraft[]
}
export type RewardDraft = {
  key: string
  tag: string
  /** where the item is looked for; not sent */
  collection: string
  nftItemId: string
  tokenId: string
  kept: JsonObject
}
/** What a campaign asks for and gives, as it stands in the fields (CA-16). */
export type ModelDraft = {
  slots: readonly SlotDraft[]
  rewards: readonly RewardDraft[]
  /** whatever else was saved */
  kept: JsonObject
}

export const newKey = () => crypto.randomUUID()

const text = z.string().default('')
const range = z.tuple([z.string(), z.string()])
const savedEntry = z.looseObject({
  slotId: z.string().default(newKey),
  tag: text,
  group: z.object({ id: z.coerce.string(), alternative: z.coerce.string() }).optional(),
  type: z.enum(['nft', 'vnft']),
  nftType: z.enum(['ERC721', 'ERC1155', 'VIRTUAL']).optional(),
  displayName: text,
  displayTokenId: text,
  blockchain: text,
  contractAddress: text,
  vcollectionId: text,
  vitemId: text,
  tokenId: text,
  tokenRanges: z.array(range).default([]),
  traitCondition: z.unknown().optional(),
})
const savedReward = z.looseObject({ type: z.literal('vnft'), tag: text, nftItemId: text, tokenId: text })
const savedModel = z.looseObject({
  requirements: z.array(savedEntry).default([]),
  rewards: z.array(savedReward).default([]),
})

const rangesText = (ranges: readonly (readonly [string, string])[]) =>
  ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ')

/** Ranges as they are typed; undefined for what is none. */
export function rangesOf(typed: string): [string, string][] | undefined {
  const parts = typed
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const found = parts.map((part) => /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part))
  if (found.some((one) => one === null)) return undefined
  return found.map((one) => [one?.[1] ?? '', one?.[2] ?? one?.[1] ?? ''])
}

function toEntry({ slotId, tag, group, ...saved }: z.output<typeof savedEntry>): EntryDraft {
  const { type, nftType, displayName, displayTokenId, blockchain, contractAddress, ...rest } = saved
  const { vcollectionId, vitemId, tokenId, tokenRanges, traitCondition, ...kept } = rest
  return {
    key: newKey(),
    type,
    nftType: nftType ?? '',
    displayName,
    displayTokenId,
    blockchain,
    contractAddress,
    vcollectionId,
    vitemId,
    tokenId,
    tokenRanges: rangesText(tokenRanges),
    condition: traitCondition === undefined ? undefined : toCondition(traitCondition),
    kept,
  }
}

/** What was saved, to be changed; undefined where it can't be shown in fields. */
export function toModelDraft(model: JsonObject): ModelDraft | undefined {
  const read = savedModel.safeParse(model)
  if (!read.success) return undefined
  const { requirements, rewards, ...kept } = read.data
  const slots = new Map<string, SlotDraft>()
  for (const entry of requirements) {
    const { slotId: id, tag, group } = entry
    const slot = slots.get(tag) ?? {
      id,
      tag,
      group: group?.id ?? '',
      alternative: group?.alternative ?? '',
      entries: [],
    }
    slots.set(tag, { ...slot, entries: [...slot.entries, toEntry(entry)] })
  }
  return {
    slots: [...slots.values()],
    rewards: rewards.map(({ type: _, tag, nftItemId, tokenId, ...others }) => ({
      key: newKey(),
      tag,
      collection: '',
      nftItemId,
      tokenId,
      kept: others,
    })),
    kept,
  }
}

const said = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )

function fromEntry({ id, tag, group, alternative }: SlotDraft, entry: EntryDraft): JsonObject {
  const { key: _, type, condition, tokenRanges, kept, ...texts } = entry
  const ranges = rangesOf(tokenRanges) ?? []
  return {
    slotId: id,
    tag: tag.trim(),
    ...((group.trim() || alternative.trim()) && {
      group: { id: group.trim(), alternative: alternative.trim() },
    }),
    type,
    ...said(texts),
    ...(ranges.length > 0 && { tokenRanges: ranges }),
    ...(condition && { traitCondition: fromCondition(condition) }),
    ...kept,
  }
}

/** What would be saved. */
export const fromModelDraft = ({ slots, rewards, kept }: ModelDraft): JsonObject => ({
  requirements: slots.flatMap((slot) => slot.entries.map((entry) => fromEntry(slot, entry))),
  rewards: rewards.map(({ key: _, collection: __, kept: others, ...texts }) => ({
    type: 'vnft',
    ...said(texts),
    ...others,
  })),
  ...kept,
})

/** A virtual token is asked for most often. */
export const newEntry = (): EntryDraft => ({
  key: newKey(),
  type: 'vnft',
  nftType: '',
  displayName: '',
  displayTokenId: '',
  blockchain: '',
  contractAddress: '',
  vcollectionId: '',
  vitemId: '',
  tokenId: '',
  tokenRanges: '',
  condition: undefined,
  kept: {},
})

/** A name that is not there yet: `slot_3`. */
function freeTag(kind: string, taken: readonly { tag: string }[]): string {
  const tags = new Set(taken.map(({ tag }) => tag))
  for (let at = 1; ; at += 1) if (!tags.has(`${kind}_${at}`)) return `${kind}_${at}`
}

export const newSlot = ({ slots }: ModelDraft): SlotDraft => ({
  id: newKey(),
  tag: freeTag('slot', slots),
  group: '',
  alternative: '',
  entries: [newEntry()],
})

export const newReward = ({ rewards }: ModelDraft): RewardDraft => ({
  key: newKey(),
  tag: freeTag('reward', rewards),
  collection: '',
  nftItemId: '',
  tokenId: '',
  kept: {},
})
