import { z } from 'zod'

/** CA-33: how a trigger ends that isn't a dry run; 200 is our fault, and nothing is spent. */
const ending = z.union([z.literal(200), z.literal(201), z.literal(202), z.literal(400)])
export type Ending = z.infer<typeof ending>

const place = {
  chain: z.object({ blockchain: z.string(), contractAddress: z.string(), tokenId: z.string() }).optional(),
  virtual: z.object({ collectionId: z.string(), itemId: z.string(), tokenId: z.string() }).optional(),
}

/** A unit of a token that served a slot (CA-29). */
const usedToken = z.object({
  slotId: z.string(),
  /** what it is known by in uses: a virtual one keeps its name when it is minted */
  token: z.string(),
  /** the account, of tokens of which there are several; else empty */
  holder: z.string(),
  unit: z.int(),
  ...place,
})
export type UsedToken = z.infer<typeof usedToken>

const given = z.object({
  tag: z.string(),
  itemId: z.string(),
  itemTokenId: z.int(),
  holdingId: z.string(),
})
/** CA-37: what a trigger gave. */
export type Given = z.infer<typeof given>

const reason = z.object({
  code: z.string(),
  tag: z.string().optional(),
  retryAt: z.coerce.date().optional(),
  used: z.int().optional(),
  limit: z.int().optional(),
})

const slot = z.object({
  id: z.string(),
  tag: z.string(),
  isRequired: z.boolean(),
  state: z.enum(['met', 'connect', 'unchecked', 'have']),
  token: z.object({ standard: z.enum(['ERC721', 'ERC1155', 'VIRTUAL']), ...place }).optional(),
  blockchains: z.array(z.string()).optional(),
  have: z.int().optional(),
  need: z.int().optional(),
})

/** How it was decided: stored with each trigger (CA-16, CA-30, CA-39). */
export const story = z.object({
  versions: z.object({ model: z.int(), artifacts: z.int() }).partial(),
  blocks: z.record(z.string(), z.int()),
  slots: z.array(slot),
  reasons: z.array(reason),
  retryAt: z.coerce.date().nullable(),
})
export type Story = z.infer<typeof story>

const finished = z.object({
  projectId: z.string(),
  campaignId: z.string(),
  groupId: z.string(),
  accountId: z.string(),
  status: ending,
  tokens: z.array(usedToken),
  rewards: z.array(given),
})
export type Finished = z.infer<typeof finished>

const at = { at: z.coerce.date() }

export const triggerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('TriggerFinished'), data: z.object({ ...at, finished, story }) }),
  z.object({
    type: z.literal('TriggerReleased'),
    data: z.object({ ...at, by: z.string(), note: z.string() }),
  }),
])
export type TriggerEvent = z.infer<typeof triggerEvent>

export const triggerState = z.object({ finished, released: z.boolean() })
/** A trigger that is decided. */
export type Trigger = z.infer<typeof triggerState>
