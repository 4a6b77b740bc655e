import { z } from 'zod'
import { customerId, objectId, page, pageQuery, queryFlag } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import {
  contractPlace,
  decidedVersion,
  decisionNote,
  feePercent,
  feeSheet,
  noteIfAny,
  readVersion,
} from './fees.ts'

const service = 'moderation'
const path = `${base.admin}/issuer/fee`
const read = { kind: 'admin', permission: 'issuer.read' } as const
const write = { kind: 'admin', permission: 'fee.write' } as const

const issuerId = objectId.describe('id of the issuer')
const feeId = objectId.describe('id of the fee')
const sheet = { status: 200, response: feeSheet } as const
const tooHigh = ['validation', 'version_conflict', 'fees_too_high']

export const feeAdminHttp = {
  listIssuerFees: endpoint({
    name: 'listIssuerFees',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/list`,
    summary: 'The fees of every contract that an issuer has ranges or fees in (MO-33)',
    query: z.object({ is: issuerId }),
    status: 200,
    response: z.object({
      list: z
        .array(
          feeSheet.extend({
            collection_id: objectId.nullable().describe('null: nothing of this contract is indexed yet'),
          }),
        )
        .describe('by contract'),
    }),
    errors: ['validation', 'issuer_not_found'],
  }),
  setIssuerFee: endpoint({
    name: 'setIssuerFee',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/set`,
    summary: 'Say how high a fee is: a new one is disabled, one that is there stays as it is (MO-34)',
    body: z.strictObject({
      issuer_id: issuerId,
      collection_id: objectId.describe('id of a collection that its ranges touch'),
      fee_percent: feePercent.describe('of the price, 0 to 25'),
      version: readVersion,
      note: noteIfAny,
    }),
    ...sheet,
    errors: [...tooHigh, 'issuer_not_found', 'collection_not_found'],
    idempotent: true,
  }),
  syncIssuerFees: endpoint({
    name: 'syncIssuerFees',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/sync`,
    summary: 'Make the fees that are missing of the collections that an issuer touches: 0%, disabled (MO-34)',
    body: z.strictObject({ issuer_id: issuerId, note: noteIfAny }),
    status: 200,
    response: z.object({ created: z.int().describe('how many were missing') }),
    errors: ['validation', 'issuer_not_found'],
    idempotent: true,
  }),
  enableIssuerFee: endpoint({
    name: 'enableIssuerFee',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/enable`,
    summary: 'Let new orders have a fee, or no longer (MO-33)',
    body: z.strictObject({
      fee_id: feeId,
      enabled: z.boolean().describe('whether new orders have it'),
      version: readVersion,
      note: noteIfAny,
    }),
    ...sheet,
    errors: [...tooHigh, 'fee_not_found'],
    idempotent: true,
  }),
  removeIssuerFee: endpoint({
    name: 'removeIssuerFee',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/remove`,
    summary: 'Take a fee away; what was decided about it stays in the log (MO-34)',
    body: z.strictObject({ fee_id: feeId, version: readVersion, note: noteIfAny }),
    ...sheet,
    errors: ['validation', 'version_conflict', 'fees_too_high', 'fee_not_found'],
    idempotent: true,
  }),
  pickFees: endpoint({
    name: 'pickFees',
    service,
    method: 'GET',
    auth: read,
    path: `${base.admin}/fee/config/pick`,
    summary: 'The fees of a contract, or the general service fee (MO-35)',
    query: z.object({
      blockchain: contractPlace.shape.blockchain.optional(),
      contract_address: contractPlace.shape.address.optional().describe('absent: the general service fee'),
    }),
    ...sheet,
    errors: ['validation'],
  }),
  listFees: endpoint({
    name: 'listFees',
    service,
    method: 'GET',
    auth: read,
    path: `${base.admin}/fee/config/list`,
    summary:
      'Every contract with fees of its own, what was changed last first (MO-35). An addition of this project.',
    query: z.object({
      contract_address: contractPlace.shape.address.optional().describe('only this contract'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(feeSheet),
    errors: ['validation'],
  }),
  setFee: endpoint({
    name: 'setFee',
    service,
    method: 'POST',
    auth: write,
    path: `${base.admin}/fee/config/set`,
    summary: 'Say how high a service fee or a royalty is (MO-35)',
    body: z
      .strictObject({
        type: z.enum(['service', 'royalty']).describe('of the platform, or of a creator'),
        contract: contractPlace
          .optional()
          .describe('absent: the service fee of every contract without its own'),
        customer_id: customerId.max(100).optional().describe('who gets a royalty'),
        percent: feePercent.describe('of the price, 0 to 25'),
        disabled: z.boolean().describe('true: new orders don’t have it; what was decided stays'),
        version: decidedVersion,
        note: decisionNote,
      })
      .superRefine(({ type, contract, customer_id }, context) => {
        const refuse = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [field], message })
        if (type === 'royalty' && !contract) refuse('contract', 'a royalty is of a contract')
        if (type === 'royalty' && !customer_id) refuse('customer_id', 'a royalty has a payee')
        if (type === 'service' && customer_id) refuse('customer_id', 'the platform gets the service fee')
      }),
    ...sheet,
    errors: [...tooHigh, 'customer_not_found', 'unavailable'],
    idempotent: true,
  }),
}
