import { z } from 'zod'
import { addressInput, blockchain, decimalString, isoTime, objectId } from '../common.ts'

export type Whole = typeof z.object | typeof z.strictObject

/** GW-15: who triggers for others is told of a field that nobody knows, the public isn't. */
export const inputOf = (object: Whole) =>
  object({
    selections: z
      .record(
        z.string().min(1).max(100),
        z.union([
          object({
            blockchain: blockchain.describe('slug of the chain'),
            contractAddress: addressInput.describe('address of the contract'),
            tokenId: decimalString.describe('its id there'),
          }),
          object({
            vitemId: objectId.describe('the item'),
            tokenId: decimalString.describe('its number within the item'),
          }),
        ]),
      )
      .refine((all) => Object.keys(all).length <= 16, 'must have at most 16 tags')
      .optional()
      .describe('by tag the token that is to fill its slot; absent: what fills all of them is found (CA-23)'),
    coupon: object({ code: z.string().min(1).max(64).describe('as it was typed') })
      .optional()
      .describe('where the campaign asks for one'),
  })
export const input = inputOf(z.strictObject)
export type TriggerInput = z.output<typeof input>

/** CA-33 */
export const triggerStatuses = [100, 200, 201, 202, 300, 400] as const
const status = z
  .literal(triggerStatuses)
  .describe(
    '100 pending, 200 our fault and nothing spent (the same key may try again), 201 conditions failed, 202 nothing to give, 300 a dry run would succeed, 400 success (CA-33)',
  )

export const place = {
  nft: z
    .object({
      blockchain: blockchain.describe('slug of the chain'),
      contract_address: z.string().describe('address of the contract'),
      token_id: decimalString.describe('its id there'),
    })
    .nullable()
    .describe('where it is on chain; null: it is on none'),
  vnft: z
    .object({
      collection_id: objectId.describe('its virtual collection'),
      item_id: objectId.describe('its item'),
      token_id: decimalString.describe('its number within the item'),
    })
    .nullable()
    .describe('what it is of ours; null: it is none of ours'),
}

const slot = z.object({
  slot_id: z.string().describe('id of the slot, the same in all versions'),
  tag: z.string().describe('its tag'),
  required: z.boolean().describe('false: of an alternative that was not taken (CA-21)'),
  state: z
    .enum(['met', 'connect', 'unchecked', 'have'])
    .describe('met; connect a wallet first; could not be checked; have so many of so many'),
  token: z.object(place).nullable().describe('what fills it; null: nothing does'),
  blockchains: z.array(blockchain).describe('on which chains a wallet is missing; empty unless connect'),
  have: z.int().nullable().describe('how many of what it asks for are there; null unless have'),
  need: z.int().nullable().describe('how many are asked for; null unless have'),
})

const reason = z.object({
  code: z.string().describe('what is against it: docs/campaigns.md names each, and what to do'),
  tag: z.string().nullable().describe('which slot or reward it is about; null: none'),
  retry_at: isoTime.nullable().describe('when it is worth another try; null: not by waiting'),
  used: z.int().nullable().describe('how often it was used; null: nothing is counted'),
  limit: z.int().nullable().describe('how often it may be; null: nothing is counted'),
})

export const trigger = z.object({
  triggerId: objectId.describe('id of the trigger'),
  campaignId: objectId.describe('the campaign'),
  projectId: objectId
    .nullable()
    .describe('its project; null: it was not decided, or the campaign is hidden from who asked'),
  accountId: objectId.describe('for whom'),
  status,
  dry: z.boolean().describe('nothing was reserved or given; forgotten after a day'),
  soft: z.boolean().describe('what can not be given is left out (CA-37)'),
  input: input.describe('as it was sent'),
  output: z
    .object({
      reasons: z.array(reason).describe('all that is against it, in the order of CA-39'),
      slots: z.array(slot).describe('how each slot stands'),
      rewards: z
        .array(
          z.object({
            tag: z.string().describe('its tag'),
            item_id: objectId.describe('the item'),
            token_id: decimalString.describe('its number within the item'),
            holding_id: objectId.describe('the holding'),
          }),
        )
        .describe('what was given'),
      retry_at: isoTime.nullable().describe('when all of it may be otherwise; null: not by waiting alone'),
      web3_blocks: z
        .record(z.string(), z.int())
        .describe('up to which block each chain was known by which it was decided (CA-30)'),
      versions: z
        .object({
          model: z.int().nullable().describe('of the model'),
          artifacts: z.int().nullable().describe('of what was published'),
        })
        .describe(
          'of the campaign by which it was decided (CA-16); null: it was not decided, or by a draft, or the campaign is hidden from who asked',
        ),
    })
    .describe('what came of it'),
  created: isoTime.describe('when it was asked for'),
  decided: isoTime.nullable().describe('when it was decided; null: it is pending'),
  released: isoTime.nullable().describe('when it was taken back; null: it was not'),
  release_reason: z
    .string()
    .nullable()
    .describe('why it was, as who took it back tells whoever had it; null: it was not'),
})
export type TriggerShown = z.input<typeof trigger>
