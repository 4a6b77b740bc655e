import { z } from 'zod'
import { addressInput, blockchain, decimalString } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { nftRangeShown } from '../nft-range.ts'

const text = z.object({ th: z.string().describe('in Thai'), en: z.string().describe('in English') })

/** MO-37 */
export const declaration = z.object({
  key: z.string().describe('which declaration, of none other of its set'),
  title: text.describe('heading of the declaration'),
  body: text.describe('plain text'),
  url: z.string().nullable().describe('where more of it is'),
})

const declared = z.object({
  nft_range: nftRangeShown.describe('what it was declared of'),
  declarations: z.array(declaration).describe('in their order'),
})

export const declarationsHttp = {
  declarations: endpoint({
    name: 'declarations',
    service: 'moderation',
    method: 'GET',
    auth: { kind: 'visitor' },
    path: `${base.public}/utility/declarations`,
    summary: 'What the issuer and the seller of a token declare: the most specific set of each (MO-37)',
    query: z.object({
      bc: blockchain.describe('name of the blockchain'),
      ca: addressInput.optional().describe('address of the contract'),
      ad: addressInput.optional().describe('the same, by the name that other calls have for it'),
      ti: decimalString.describe('token id, decimal'),
    }),
    status: 200,
    response: z.object({
      issuer: declared.nullable().describe('of the issuer; null: nothing is declared'),
      seller: declared.nullable().describe('of sellers; null: nothing is declared'),
    }),
    errors: ['validation'],
    cacheable: true,
  }),
}
