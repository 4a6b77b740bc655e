import { z } from 'zod'
import { address, blockchain, commaList, decimalString, objectId, queryFlag } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const block = z.int().min(0)

/** CA-30: how far chains have to be known, as JSON. */
/** CA-30: JSON {blockchain: block}. */
export const blocks = z
  .string()
  .max(1_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(z.record(blockchain, block))

const nft = z.object({
  blockchain: blockchain.describe('slug of the chain'),
  contract: z
    .object({
      address: address.describe('its contract'),
      name: z.string().nullable().describe('name of the contract; null: it has none'),
      symbol: z.string().nullable().describe('symbol of the contract; null: it has none'),
      type: z.enum(['erc721', 'erc1155']).nullable().describe('standard of the contract; null: another'),
    })
    .describe('where it is from'),
  token_id: decimalString.describe('its id there'),
  balance: decimalString.describe('how many of it the wallet has'),
  name: z.string().nullable().describe('its name, a stranger’s words; null: it has none'),
  description: z.string().nullable().describe('a stranger’s words; null: there are none'),
  image: z.string().nullable().describe('https address of a picture on a server of others; null: none'),
  token_uri: z.string().nullable().describe('where its metadata is; null: it is not known'),
  traits: z
    .array(
      z.object({
        type: z.string().describe('what the trait is about'),
        value: z.string().describe('what it is'),
      }),
    )
    .describe('its traits, at most 100'),
  spam: z.boolean().describe('it names a site of our blacklist (AI-22), or its source calls it spam'),
})

/** CA-81: what is in a linked wallet, as a third party says. */
export const walletNftsHttp = {
  walletNfts: endpoint({
    name: 'walletNfts',
    service: 'campaign',
    method: 'GET',
    path: `${base.platform}/wallet/assets/nfts`,
    auth: { kind: 'user' },
    summary:
      'A page of what is in one of the wallets of who asks, on every chain; as it was at most a minute ago (CA-81)',
    query: z.object({
      idp_link_id: objectId.describe('id of the linked identity, of /idplink/find'),
      next_page_token: z.string().min(1).max(2_000).optional().describe('as the page before said'),
      web3_blocks: blocks
        .optional()
        .describe('JSON {blockchain: block}: each chain has to be known to there, else 503 (CA-30)'),
      blockchain: commaList(blockchain).optional().describe('comma list: only these chains'),
      spam: queryFlag.prefault('0').describe('1: with what is spam'),
    }),
    status: 200,
    response: z.object({
      owner: address.describe('the wallet'),
      assets: z.array(nft).describe('this page; it may have fewer than others, or none, and not be the last'),
      nextPageToken: z
        .string()
        .nullable()
        .describe('of the next page; null, or the one that was sent: this is the last one'),
      web3_blocks: z
        .record(blockchain, block)
        .describe('blocks to which the chains of this page are known; to be sent with the next one (CA-30)'),
    }),
    errors: ['validation', 'not_found', 'unavailable'],
    slow: true,
  }),
}
export type WalletNft = z.input<typeof nft>
