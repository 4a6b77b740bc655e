import { z } from 'zod'
import { counted, decimalString, objectId, page, pageAndSize, queryInteger } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { binding, privilege, privilegeBindingId, privilegeId, projectId } from './privilege-shapes.ts'

const service = 'campaign'
const path = `${base.platform}/privilege`
const auth = { kind: 'visitor' } as const

const spread = z.object({
  binding_id: objectId.describe('the binding by which it carries it'),
  item_id: objectId.describe('an item that carries it'),
  collection_id: objectId.describe('its virtual collection'),
  token_ranges: z
    .array(z.array(decimalString))
    .describe('only its tokens with these numbers, as [from, to]; empty: all'),
  quantity: decimalString.describe('how much of it each of these tokens carries'),
})

const gathered = z.object({
  privilege: privilege.describe('what is carried'),
  binding: binding.describe(
    'the binding that counts: that of tokens before that of the item and of the collection, then by priority',
  ),
})

/** CA-78, CA-79: what everybody may know of benefits, and of what carries them. */
export const privilegeHttp = {
  openPrivileges: endpoint({
    name: 'openPrivileges',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth,
    summary: 'The enabled privileges of a project, the newest first',
    query: z.object({ projectId, ...pageAndSize, count: counted }),
    status: 200,
    response: page(privilege),
    errors: ['validation'],
    cacheable: true,
  }),
  openPrivilege: endpoint({
    name: 'openPrivilege',
    service,
    method: 'GET',
    path,
    auth,
    summary: 'An enabled privilege',
    query: z.object({ privilegeId }),
    status: 200,
    response: z.object({ privilege: privilege.describe('the privilege') }),
    errors: ['validation', 'privilege_not_found'],
    cacheable: true,
  }),
  spreadPrivilege: endpoint({
    name: 'spreadPrivilege',
    service,
    method: 'GET',
    path: `${path}/spread`,
    auth,
    summary: 'Which items, and which tokens of them, carry a privilege now (CA-79)',
    query: z.object({
      privilegeId,
      bindingId: privilegeBindingId.optional().describe('only by this binding'),
      ...pageAndSize,
      count: counted,
    }),
    status: 200,
    response: page(spread),
    errors: ['validation', 'privilege_not_found'],
    cacheable: true,
  }),
  gatherPrivileges: endpoint({
    name: 'gatherPrivileges',
    service,
    method: 'GET',
    path: `${path}/gather`,
    auth,
    summary:
      'Every privilege that an item, or one token of it, carries now: each once, quantities not added (CA-79)',
    query: z.object({
      nftItemId: objectId.describe('id of the item'),
      tokenId: queryInteger(1, 4_294_967_295)
        .optional()
        .describe(
          'number of a token within the item, on chain or not; absent: those of all tokens of the item too',
        ),
      privilegeId: privilegeId.optional().describe('only this privilege'),
    }),
    status: 200,
    response: z.object({ privileges: z.array(gathered).describe('what is carried, what counts most first') }),
    errors: ['validation', 'virtual_not_found'],
    cacheable: true,
  }),
}
