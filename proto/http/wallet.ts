import { z } from 'zod'
import { address, addressInput, decimalString } from './common.ts'
import { base, endpoint } from './contract.ts'

/** Sales of one side; what was paid in another currency than baht counts as a sale and not as volume (OB-37). */
const trades = z.object({ sales: z.int(), volume: z.string() })

export const getWallet = endpoint({
  name: 'getWallet',
  service: 'asset-indexer',
  method: 'GET',
  path: `${base.public}/wallet/:wallet`,
  auth: { kind: 'visitor' },
  summary:
    'What a wallet holds, has on sale, bought and sold, in figures. An addition of this project: the specification names no such call.',
  params: z.object({ wallet: addressInput }),
  status: 200,
  response: z.object({
    wallet: address,
    /** different tokens, and units of them */
    assets: z.int(),
    units: decimalString,
    listed: z.int(),
    bought: trades,
    sold: trades,
  }),
  errors: ['validation'],
  cacheable: true,
})
