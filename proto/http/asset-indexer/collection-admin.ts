import { z } from 'zod'
import { isoTime, objectId, page, pageQuery, queryFlag, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { abstractShown } from './abstract-id.ts'
import { abstractParts } from './abstract-rule.ts'
import { collection, collectionCheck, verificationState } from './shapes.ts'
import { traitConfigs as configs } from './trait-config.ts'

export { type TraitConfig, traitConfig, traitTransforms } from './trait-config.ts'

const service = 'asset-indexer'
export const keeps = { kind: 'admin', permission: 'collection.write' } as const
const traits = { kind: 'admin', permission: 'trait.write' } as const
const count = z.int().min(0)
const note = words(5_000).min(1).describe('why; kept in the audit log')

/** A§5, as the name. */
export const collectionSlug = z
  .string()
  .trim()
  .regex(/^[a-z0-9_]{2,100}$/, 'must be 2 to 100 lower-case letters, digits and underscores')
  .refine((slug) => !/^[0-9a-f]{24}$/.test(slug), 'must not look like an id')
export const collectionName = words(500).min(3)
const keyEffect = z.object({
  key: z.string().describe('name of the trait'),
  kind: z.enum(['choice', 'range']).nullable().describe('how filters offer it (AI-11); null: it is left out'),
  values: count.describe('different values'),
  min: z.number().nullable().describe('the smallest number; null: none has one'),
  max: z.number().nullable().describe('the largest number'),
  dropped: count.describe('values in which no number was found'),
  star: z.boolean().describe('shown on cards'),
})

export const change = z.object({
  collection_id: objectId.describe('id of the collection'),
  version: z.int().min(0).describe('the version that the decision was made on (AW-4)'),
  note,
})

const shown = collection.extend({
  continents: z.array(z.string()).describe('ids of the sites that show it besides the main one (GW-5)'),
  version: z.int().describe('grows with each change; to be sent back with one (AW-4)'),
  changed_by: z.string().nullable().describe('the admin of the last change; null: never changed'),
  changed_at: isoTime.nullable().describe('when that was'),
  catching_up: z.boolean().describe('it is still being read from its first block'),
  evidence: z.string().describe('what the verification rests on; empty without one'),
  reason: z.string().describe('why the verification is as it is; empty before any decision'),
  decided: isoTime.nullable().describe('when that was decided; null: never'),
  asked: isoTime.nullable().describe('since when somebody waits for a verification; null: nobody'),
  answer_due: isoTime.nullable().describe('72 hours after that'),
})
export type AdminCollection = z.infer<typeof shown>
const picked = shown.extend({
  former_slugs: z
    .array(
      z.object({
        slug: z.string().describe('a former slug'),
        until: isoTime.describe('until when it leads here'),
      }),
    )
    .describe('AI-26: the last given up first'),
  samples: z
    .array(
      z.object({
        asset_id: objectId.describe('id of the asset'),
        name: z.string().describe('name, text of a stranger'),
        image: z.string().nullable().describe('path of its picture'),
      }),
    )
    .describe('AI-3: whose pictures stand for the collection'),
  configs,
  traits: z.array(keyEffect).describe('as they are now, by name'),
  abstract_parts: abstractParts,
  asleep: count.describe('pictures that sleep or are dead (AI-1)'),
})
export type PickedCollection = z.infer<typeof picked>

export const changed = { status: 200, response: picked, idempotent: true, limit: 'write' } as const
export const conflicts = ['validation', 'not_found', 'version_conflict']

const attribute = z.object({
  key: z.string().describe('name of the trait'),
  value: z.string().describe('value of the trait'),
})

export const collectionAdminHttp = {
  listAdminCollections: endpoint({
    name: 'listAdminCollections',
    service,
    method: 'GET',
    auth: keeps,
    path: `${base.admin}/collection/list`,
    summary: 'All collections, suspended ones too, by name',
    query: z.object({
      q: words(100).min(1).optional().describe('part of a name or slug, or the beginning of an address'),
      suspended: queryFlag.optional().describe('1: only suspended ones; 0: only others'),
      verification: verificationState.optional().describe('only those of which this is said (AI-8)'),
      waiting: queryFlag.optional().describe('1: only those whose verification is asked for, oldest first'),
      continent: objectId.optional().describe('id of a site: only those that it shows (GW-5)'),
      count: queryFlag.optional().describe('1: total and pages are counted (GW-20)'),
      ...pageQuery,
    }),
    status: 200,
    response: page(shown),
    errors: ['validation'],
  }),
  pickAdminCollection: endpoint({
    name: 'pickAdminCollection',
    service,
    method: 'GET',
    auth: keeps,
    path: `${base.admin}/collection/pick/:collection_id`,
    summary: 'One collection with its former slugs, samples and how its traits are read',
    params: z.object({ collection_id: objectId.describe('id of the collection') }),
    status: 200,
    response: picked,
    errors: ['validation', 'not_found'],
  }),
  /** AI-26 */
  setCollectionSlug: endpoint({
    name: 'setCollectionSlug',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/slug`,
    summary: 'Give a collection another slug; the former one leads to it for 90 days (AI-26)',
    body: z.strictObject({ ...change.shape, slug: collectionSlug.describe('the new slug (A§5)') }),
    errors: [...conflicts, 'slug_taken'],
  }),
  /** AI-26 */
  setCollectionName: endpoint({
    name: 'setCollectionName',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/name`,
    summary: 'Give a collection another name (AI-26)',
    body: z.strictObject({ ...change.shape, name: collectionName.describe('the new name (A§5)') }),
    errors: conflicts,
  }),
  /** AI-8 */
  setVerification: endpoint({
    name: 'setVerification',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/verification`,
    summary: 'Say whether it was checked who made a collection; `needed` stops its trade (AI-8)',
    body: z.strictObject({
      ...change.shape,
      verification: verificationState.describe('none: nothing is said; needed: no trade; verified: a badge'),
      checks: z
        .array(collectionCheck)
        .max(collectionCheck.options.length)
        .default([])
        .describe('what was checked, shown to everybody; needed for verified, and for nothing else'),
      evidence: words(5_000).default('').describe('links and facts, for admins; needed for verified'),
    }),
    errors: conflicts,
  }),
  /** Verifications are asked for by mail; an answer is promised within 72 hours. */
  askVerification: endpoint({
    name: 'askVerification',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/verification/asked`,
    summary: 'Note that a verification was asked for: the decision is due 72 hours later',
    body: z.strictObject({ ...change.shape, asked: isoTime.describe('when they asked, not in the future') }),
    errors: conflicts,
  }),
  /** AI-3 */
  randomizeSamples: endpoint({
    name: 'randomizeSamples',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/randomize-asset-samples`,
    summary: 'Choose other assets, ready and not suspended, whose pictures stand for the collection (AI-3)',
    body: z.strictObject(change.shape),
    errors: conflicts,
  }),
  /** AI-10: nothing is kept of it. */
  previewTraits: endpoint({
    name: 'previewTraits',
    service,
    method: 'POST',
    auth: traits,
    path: `${base.admin}/traits/preview`,
    summary: 'What a way of reading traits makes of real assets; nothing is changed (AI-10)',
    body: z.strictObject({ collection_id: objectId.describe('id of the collection'), configs }),
    status: 200,
    response: z.object({
      looked_at: count.describe('assets that were read for it, at most 500'),
      keys: z
        .array(keyEffect)
        .describe('each key as it would be in these assets, by name; left out ones too'),
      assets: z
        .array(
          z.object({
            asset_id: objectId.describe('id of the asset'),
            token_id: z.string().describe('id of the token'),
            name: z.string().describe('name, text of a stranger'),
            before: z.array(attribute).describe('as its maker gave them'),
            after: z.array(attribute).describe('as they would be read'),
          }),
        )
        .describe('some of them, those that change first'),
    }),
    errors: ['validation', 'not_found', 'invalid_pattern'],
  }),
  /** AI-7: nothing is kept of it. */
  previewAbstract: endpoint({
    name: 'previewAbstract',
    service,
    method: 'POST',
    auth: keeps,
    path: `${base.admin}/collection/abstract/preview`,
    summary: 'What tokens of a shared contract would stand for, on real assets; nothing is changed (AI-7)',
    body: z.strictObject({ collection_id: objectId.describe('id of the collection'), parts: abstractParts }),
    status: 200,
    response: z.object({
      parts: z
        .array(z.object({ assets: count.describe('assets in it, counted up to 1,000') }))
        .describe('one for each part, in their order'),
      assets: z
        .array(
          z.object({
            asset_id: objectId.describe('id of the asset'),
            token_id: z.string().describe('id of the token'),
            name: z.string().describe('name, text of a stranger'),
            before: abstractShown,
            after: abstractShown,
          }),
        )
        .describe('the first assets of each part and, of the others, some that stand for something now'),
    }),
    errors: ['validation', 'not_found'],
  }),
  /** AI-7 */
  setAbstract: endpoint({
    name: 'setAbstract',
    service,
    method: 'POST',
    auth: keeps,
    ...changed,
    path: `${base.admin}/collection/abstract`,
    summary: 'Say what tokens of a shared contract stand for; its assets follow within moments (AI-7)',
    body: z.strictObject({ ...change.shape, parts: abstractParts }),
    errors: conflicts,
  }),
  syncTraits: endpoint({
    name: 'syncTraits',
    service,
    method: 'POST',
    auth: traits,
    ...changed,
    path: `${base.admin}/traits/sync`,
    summary: 'Say how the traits of a collection are read, and have all of its assets read so (AI-10)',
    body: z.strictObject({
      collection_id: change.shape.collection_id,
      configs,
      version: change.shape.version
        .optional()
        .describe('the version that was read (AW-4); absent: decides on whatever there is now'),
      note: words(5_000).default('').describe('why; kept in the audit log'),
    }),
    errors: [...conflicts, 'invalid_pattern'],
  }),
}
