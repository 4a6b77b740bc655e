import { ResponseError } from '@talad/proto/http/client'
import { z } from 'zod'

/** One way to fill a slot, as it stands in the fields. */
export type EntryDraft = {
  slotId: string | undefined
  tag: string
  type: 'nft' | 'vnft'
  vcollectionId: string
  vitemId: string
  blockchain: string
  contractAddress: string
  nftType: '' | 'ERC721' | 'ERC1155' | 'VIRTUAL'
  /** `1-10, 20` */
  ranges: string
  /** JSON */
  traits: string
  group: string
  alternative: string
  /** what has no field here stays as it is */
  rest: Record<string, unknown>
}
export type RewardDraft = { tag: string; nftItemId: string; tokenId: string }
export type ModelDraft = {
  requirements: EntryDraft[]
  rewards: RewardDraft[]
  rest: Record<string, unknown>
}

export const NEW_ENTRY: EntryDraft = {
  slotId: undefined,
  tag: '',
  type: 'vnft',
  vcollectionId: '',
  vitemId: '',
  blockchain: '',
  contractAddress: '',
  nftType: '',
  ranges: '',
  traits: '',
  group: '',
  alternative: '',
  rest: {},
}
export const NEW_REWARD: RewardDraft = { tag: '', nftItemId: '', tokenId: '' }

const savedEntry = z
  .looseObject({
    slotId: z.string().optional(),
    tag: z.string(),
    type: z.enum(['nft', 'vnft']),
    vcollectionId: z.string().default(''),
    vitemId: z.string().default(''),
    blockchain: z.string().default(''),
    contractAddress: z.string().default(''),
    nftType: z.enum(['', 'ERC721', 'ERC1155', 'VIRTUAL']).default(''),
    tokenRanges: z.array(z.array(z.string())).default([]),
    traitCondition: z.unknown().optional(),
    group: z.object({ id: z.string(), alternative: z.string() }).optional(),
  })
  .transform(({ slotId, tokenRanges, traitCondition, group, ...one }): EntryDraft => {
    const { tag, type, vcollectionId, vitemId, blockchain, contractAddress, nftType, ...rest } = one
    return {
      slotId,
      tag,
      type,
      vcollectionId,
      vitemId,
      blockchain,
      contractAddress,
      nftType,
      ranges: tokenRanges.map((range) => [...new Set(range)].join('-')).join(', '),
      traits: traitCondition === undefined ? '' : JSON.stringify(traitCondition),
      group: group?.id ?? '',
      alternative: group?.alternative ?? '',
      rest,
    }
  })
const savedReward = z
  .looseObject({ tag: z.string(), nftItemId: z.string(), tokenId: z.string().default('') })
  .transform(({ tag, nftItemId, tokenId }): RewardDraft => ({ tag, nftItemId, tokenId }))

export function toModelDraft({ requirements, rewards, ...rest }: Record<string, unknown>): ModelDraft {
  return {
    requirements: z.array(savedEntry).parse(requirements ?? []),
    rewards: z.array(savedReward).parse(rewards ?? []),
    rest,
  }
}

/** What isn't JSON is sent as it is typed: the server says what is wrong with it. */
function conditionOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const rangesOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', to = from] = part.split('-').map((end) => end.trim())
      return [from, to]
    })

function entryOf(draft: EntryDraft): Record<string, unknown> {
  const { slotId, tag, type, ranges, traits, group, alternative, nftType, rest } = draft
  const isVirtual = type === 'vnft'
  const given = {
    ...rest,
    slotId,
    tag,
    type,
    vcollectionId: isVirtual ? draft.vcollectionId : '',
    vitemId: isVirtual ? draft.vitemId : '',
    blockchain: draft.blockchain,
    contractAddress: draft.contractAddress.trim(),
    nftType,
    tokenRanges: ranges.trim() === '' ? '' : rangesOf(ranges),
    traitCondition: traits.trim() === '' ? '' : conditionOf(traits),
    group: group === '' && alternative === '' ? '' : { id: group, alternative },
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== undefined))
}

export const fromModelDraft = ({ requirements, rewards, rest }: ModelDraft): Record<string, unknown> => ({
  ...rest,
  requirements: requirements.map(entryOf),
  rewards: rewards.map(({ tag, nftItemId, tokenId }) => ({
    type: 'vnft',
    tag,
    nftItemId,
    ...(tokenId.trim() !== '' && { tokenId: tokenId.trim() }),
  })),
})

const refusal = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) })

/** What a refusal says of a model, path by path: `requirements.0.tag`. */
export function modelFaults(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ResponseError) || error.code !== 'campaign_invalid') return new Map()
  const read = refusal.safeParse(error.problem?.details)
  return new Map((read.data?.errors ?? []).map(({ path, message }) => [path, message]))
}

/** The fault of a field, or of something in it. */
export const faultAt = (faults: ReadonlyMap<string, string>, path: string) =>
  [...faults].find(([at]) => at === path || at.startsWith(`${path}.`))?.[1]
