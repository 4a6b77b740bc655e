import { z } from 'zod'
import { blockchain, objectId, plainWords } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { collectionContract, contractClass } from './mint-shapes.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/vnft/collection/contract`
const manage = { kind: 'project', ability: 'project.manage' } as const

const answer = z.object({ contract: collectionContract.describe('the contract as it is now') })

/** CA-52: the contracts by which tokens of a virtual collection come on chain. */
export const contractAdminHttp = {
  listCollectionContracts: endpoint({
    name: 'listCollectionContracts',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: { kind: 'project', ability: 'project.read' },
    summary: 'The contracts of a virtual collection: at most one for each chain and class (CA-52)',
    query: z.strictObject({ collection_id: objectId.describe('id of the collection') }),
    status: 200,
    response: z.object({
      contracts: z
        .object({ list: z.array(collectionContract).describe('oldest first; all of them') })
        .describe('the contracts'),
    }),
    errors: ['validation'],
  }),
  createCollectionContract: endpoint({
    name: 'createCollectionContract',
    service,
    method: 'POST',
    path,
    auth: manage,
    summary:
      'Have a contract deployed; asked again for one whose deployment failed, it is tried again at the same address (CA-52)',
    body: z.strictObject({
      contract: z
        .strictObject({
          collection_id: objectId.describe('id of the collection'),
          blockchain: blockchain.describe('slug of a chain that is minted on'),
          contract_class: contractClass,
          name: plainWords(100).min(1).describe('its name on chain; for good'),
          symbol: z
            .string()
            .regex(/^[A-Za-z0-9]{1,11}$/, 'must be 1 to 11 letters and digits')
            .describe('its symbol on chain; for good'),
        })
        .describe('what is deployed'),
    }),
    status: 201,
    response: answer,
    errors: ['validation', 'contract_exists', 'collection_archived', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
  disableCollectionContract: endpoint({
    name: 'disableCollectionContract',
    service,
    method: 'PATCH',
    path,
    auth: manage,
    summary: 'Have nothing new minted by a contract, or let it mint again (CA-52)',
    body: z.strictObject({
      contract: z
        .strictObject({
          _id: objectId.describe('id of the contract'),
          disabled: z.boolean().describe('true: nothing new is minted; false: again'),
        })
        .describe('which one, and what it becomes'),
    }),
    status: 200,
    response: answer,
    errors: ['validation', 'contract_not_found', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
}
