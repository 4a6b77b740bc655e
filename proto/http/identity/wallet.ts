import { z } from 'zod'
import { address, addressInput, decimalString } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** Sales of one side; what was paid in another currency than baht counts as a sale and not as volume (OB-37). */
const trades = z.object({
  sales: z.int().describe('how many sales there were'),
  volume: z
    .string()
    .nullable()
    .describe('in baht; told to the owner of the wallet alone, null to others (ID-42)'),
})

export const getWallet = endpoint({
  name: 'getWallet',
  service: 'asset-indexer',
  method: 'GET',
  path: `${base.public}/wallet/:wallet`,
  auth: { kind: 'visitor' },
  summary:
    'What a wallet holds, has on sale, bought and sold, in figures. An addition of this project: the specification names no such call.',
  params: z.object({ wallet: addressInput.describe('the wallet') }),
  status: 200,
  response: z.object({
    wallet: address.describe('the wallet'),
    assets: z.int().describe('different tokens, and units of them'),
    units: decimalString.describe('units of all its assets together'),
    listed: z.int().describe('assets with an open listing'),
    bought: trades.describe('what it bought'),
    sold: trades.describe('what it sold'),
  }),
  errors: ['validation'],
  cacheable: true,
})
