import { z } from 'zod'
import { address, commaList, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** What contracts are called, also those that are suspended: for the desks, which know them by their addresses. */
export const contractNames = endpoint({
  name: 'contractNames',
  service: 'asset-indexer',
  method: 'GET',
  path: `${base.admin}/collection/names`,
  auth: { kind: 'user' },
  summary: 'Names of contracts; empty for who is no admin. An addition of this project.',
  query: z.object({
    contracts: commaList(address, 50).describe('addresses in lower case, by commas'),
  }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          contract_address: address.describe('address of the contract, lower case'),
          collection_id: objectId.describe('id of the collection'),
          name: z.string().describe('its name, of the chain or as admins call it'),
          slug: z.string().describe('its name in addresses of pages'),
        }),
      )
      .describe('those of which something is indexed'),
  }),
  errors: ['validation'],
})
