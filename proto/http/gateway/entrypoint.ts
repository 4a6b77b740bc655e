import { z } from 'zod'
import { isoTime, objectId, queryFlag } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { contentKey } from '../moderation/assessment.ts'
import { publicFees } from '../moderation/fees.ts'
import { issuerShown } from '../moderation/issuer.ts'

const service = 'moderation'
const level = z.int().min(1).max(3)

export const entrypointHttp = {
  entrypoint: endpoint({
    name: 'entrypoint',
    service,
    method: 'GET',
    auth: { kind: 'user' },
    path: `${base.user}/entrypoint`,
    summary: 'What a site has to know of the caller at its start; sections only when asked for (MO-31)',
    query: z.object({
      assessmentStatus: queryFlag.optional().describe('1: with the assessments'),
      issuers: queryFlag.optional().describe('1: with the issuers whose fees the caller gets'),
    }),
    status: 200,
    response: z.object({
      customer_id: z.string().nullable().describe('null: the account has no Join identity'),
      kyc_level: z.int().describe('0: none, 1 BRONZE, 2 SILVER, 3 GOLD'),
      min_levels: z
        .object({
          buy: level.describe('to buy, and to offer'),
          sell: level.describe('to list, and to accept an offer'),
          topup: level.describe('to pay by card'),
          bank: level.describe('to register a bank account'),
          withdraw: level.describe('to withdraw'),
        })
        .describe('KYC levels that are needed'),
      features: z
        .object({ offers: z.boolean().describe('offers can be made (OB-41)') })
        .describe('what is switched on'),
      assessmentStatus: z
        .object({
          todo: z.array(contentKey).describe('published, and not passed in a version that counts'),
          passed: z.array(contentKey).describe('passed in a version that counts'),
        })
        .optional()
        .describe('as `/assessment/submission/status`; only when asked for'),
      issuers: z.array(issuerShown).optional().describe('active ones of the caller; only when asked for'),
      server_time: isoTime.describe('of the server'),
    }),
    errors: ['validation'],
  }),
  collectionFee: endpoint({
    name: 'collectionFee',
    service,
    method: 'GET',
    auth: { kind: 'visitor' },
    path: `${base.public}/collection/fee`,
    summary: 'What is taken of a sale in a collection (MO-36)',
    query: z.object({ id: objectId.describe('id of the collection') }),
    status: 200,
    response: publicFees,
    errors: ['validation', 'collection_not_found'],
    cacheable: true,
  }),
}
