import { z } from 'zod'
import {
  addressInput,
  bothLanguages,
  isoTime,
  objectId,
  page,
  pageQuery,
  plainWords,
  queryFlag,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { nftRange, nftRangeShown } from '../nft-range.ts'
import { declaration } from './declarations.ts'
import { decidedVersion, decisionNote, noteIfAny, readVersion } from './fees.ts'

const service = 'moderation'
const path = `${base.admin}/declaration`
const write = { kind: 'admin', permission: 'declaration.write' } as const
const declarer = z.enum(['issuer', 'seller']).describe('who declares; of sellers admins write it too')

const webAddress = plainWords(2_000).refine(
  (text) => URL.canParse(text) && new URL(text).protocol === 'https:',
  'must be an https address',
)

/** MO-37, as it is written. */
export const declarationInput = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z0-9_]{1,50}$/, 'must be lower-case letters, digits or underscores')
    .describe('which declaration'),
  title: bothLanguages(200).describe('heading in both languages'),
  body: bothLanguages(5_000).describe('plain text'),
  url: webAddress.optional().describe('where more of it is'),
})

const onceEach = (list: readonly { key: string }[]) =>
  new Set(list.map(({ key }) => key)).size === list.length

/** MO-37: what is declared of a range, as a whole. */
export const declarationTerms = z.strictObject({
  declarer_type: declarer,
  nft_range: nftRange.describe('what it is declared of (MO-1, MO-2)'),
  declarations: z
    .array(declarationInput)
    .min(1)
    .max(20)
    .refine(onceEach, 'each key once')
    .describe('in their order'),
  version: decidedVersion,
})

export const declarationSet = z.object({
  declaration_id: objectId.describe('follows from who declares and the range'),
  declarer_type: declarer,
  nft_range: nftRangeShown.describe('what it is declared of'),
  declarations: z.array(declaration).describe('in their order'),
  version: z.int().describe('grows with each decision; to be sent back with one (AW-4)'),
  changed_by: z.string().describe('who decided last'),
  changed_at: isoTime.describe('when that was'),
})
export type DeclarationSet = z.infer<typeof declarationSet>

export const declarationAdminHttp = {
  listDeclarations: endpoint({
    name: 'listDeclarations',
    service,
    method: 'GET',
    path: `${path}/list`,
    auth: { kind: 'admin', permission: 'issuer.read' },
    summary: 'What is declared, the latest first (MO-37)',
    query: z.object({
      is: objectId.optional().describe('only of what this issuer issues'),
      id: objectId.optional().describe('only these, by `declaration_id`'),
      ad: addressInput.optional().describe('only of this contract'),
      declarer_type: declarer.optional(),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(declarationSet),
    errors: ['validation', 'issuer_not_found'],
  }),
  setDeclarations: endpoint({
    name: 'setDeclarations',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/set`,
    summary: 'Say what is declared of a range; the same range again is written over (MO-37)',
    body: declarationTerms.extend({ note: decisionNote }),
    status: 200,
    response: declarationSet,
    errors: ['validation', 'version_conflict'],
    idempotent: true,
  }),
  removeDeclarations: endpoint({
    name: 'removeDeclarations',
    service,
    method: 'POST',
    auth: write,
    path: `${path}/remove`,
    summary: 'Take away what is declared of a range (MO-37)',
    body: z.strictObject({
      declaration_id: objectId.describe('id of the set'),
      version: readVersion,
      note: noteIfAny,
    }),
    status: 200,
    response: z.object({ declaration_id: objectId.describe('id of the set that is gone') }),
    errors: ['validation', 'version_conflict', 'declaration_not_found'],
    idempotent: true,
  }),
}
