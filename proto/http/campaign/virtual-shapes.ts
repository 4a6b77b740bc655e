import { z } from 'zod'
import { getMedia } from '../asset-indexer/assets.ts'
import { address, blockchain, isoTime, objectId, plainWords, queryFlag, slug, words } from '../common.ts'
import { contractClass } from './mint-shapes.ts'
import { theme } from './theme.ts'

/** CA-9: an id or a slug is told from the other by its shape. */
const ownSlug = slug.refine((text) => !/^[0-9a-f]{24}$/.test(text), 'must not look like an id')

/** CA-54: what a token of an item is numbered with has 32 bits. */
const MOST_TOKENS = 4_294_967_295

/** By what an asset, an attribute or a text of a collection is asked for. */
export const entryName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, 'must be 1 to 50 lower-case letters, digits or underscores')
const atMost = (max: number) => (map: object) => Object.keys(map).length <= max

const MEDIA = new RegExp(`^${getMedia.path.replace(':file', '[0-9a-f]{64}\\.webp')}$`)
/** CA-20: path of a picture that we have made. */
const picture = z.string().regex(MEDIA, 'must be the path of a picture that was uploaded')

const maps = {
  assets: z
    .record(entryName, picture)
    .refine(atMost(50), 'must have at most 50 entries')
    .describe('its pictures by their names, such as image and cover: paths on the site'),
  attributes: z
    .record(entryName, z.union([words(500), z.number()]))
    .refine(atMost(100), 'must have at most 100 entries')
    .describe('what it is like, to find it by; those of its tokens are in the payload'),
  texts: z
    .record(entryName, words(5_000))
    .refine(atMost(50), 'must have at most 50 entries')
    .describe('texts of its pages by their names'),
}

/** Free data is no larger, as a payload isn't (CA-58). */
export const MOST_METADATA = 64_000

/** What is said of a collection or an item; `payload` is judged by its own rules, all at once. */
const terms = {
  slug: ownSlug.describe('its name in addresses, of no other of its project (CA-9)'),
  name: plainWords(500).min(3).describe('its name for people'),
  description: words(5_000).optional().describe('in words of its maker; usually none'),
  tags: z.array(words(50).min(1)).max(20).optional().describe('to find it by'),
  payload: z
    .record(z.string(), z.unknown())
    .nullable()
    .optional()
    .describe('payload 3.0: version, name, assets, attributes … (CA-57)'),
  mint_limit: z
    .int()
    .min(1)
    .max(MOST_TOKENS)
    .nullable()
    .optional()
    .describe('how many there may be of it; null: without a limit (CA-49)'),
  archived: z.boolean().optional().describe('true: nothing new of it, holders keep what they have (CA-17)'),
  assets: maps.assets.optional(),
  attributes: maps.attributes.optional(),
  texts: maps.texts.optional(),
}
export const collectionTerms = {
  ...terms,
  theme: theme.optional().describe('colours and picture of its pages, before those of its project (CA-8)'),
}
export const itemTerms = {
  ...terms,
  metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (data) => JSON.stringify(data).length <= MOST_METADATA,
      `must have at most ${MOST_METADATA} characters`,
    )
    .optional()
    .describe('free data for programs, which everybody may read'),
}

/** What everybody may know of one. */
const open = {
  _id: objectId.describe('its id'),
  project_id: objectId.describe('its project'),
  slug: z.string().describe('its name in addresses now'),
  name: z.string().describe('its name for people'),
  description: z.string().describe('in words of its maker'),
  tags: z.array(z.string()).describe('to find it by'),
  ...maps,
  mint_limit: z.int().nullable().describe('how many there may be; null: without a limit'),
  mint_count: z.int().describe('how many there are'),
  mint_reserve: z.int().describe('how many are promised beside those that there are (CA-49)'),
  archived: z.boolean().describe('true: there is nothing new of it'),
  created: isoTime.describe('when it was made'),
  updated: isoTime.describe('when it was changed last; to be sent back with a change (CA-15)'),
}
const inItem = {
  collection_id: objectId.describe('its collection'),
  number: z.int().describe('its number there, from 1 (CA-54)'),
  metadata: z.record(z.string(), z.unknown()).describe('free data for programs'),
  cid: z
    .object({
      asset_cid: z
        .string()
        .nullable()
        .describe('the first of them there, its image before others; null: none is'),
      pinned_cids: z
        .array(z.string())
        .describe('of all that its payload names there what our pinning service keeps'),
    })
    .describe('where the assets of its payload are on decentralised storage'),
}
const own = {
  payload: z.record(z.string(), z.unknown()).nullable().describe('as it was saved; null: it has none'),
}

const inCollection = {
  theme: theme.describe('colours and picture of its pages (CA-8)'),
  minting_config: z
    .object({
      enabled_blockchains: z
        .array(blockchain)
        .describe('slugs of the chains on which its tokens can be minted'),
      contracts: z
        .array(
          z.object({
            _id: objectId.describe('id of the contract'),
            blockchain: blockchain.describe('slug of its chain'),
            contract_class: contractClass,
            contract_address: address.nullable().describe('where it is; null until it is mined'),
          }),
        )
        .describe('what they are minted by, the oldest first; none that is disabled (CA-52)'),
    })
    .describe('where its tokens come on chain; nowhere as long as its project has no contract'),
}
const pictured = {
  image: z.string().nullable().describe('address of its picture, its own or inherited; null: it has none'),
}

export const openCollection = z.object({ ...open, ...inCollection, ...pictured })
export const openItem = z.object({ ...open, ...inItem, ...pictured })
export const collection = z.object({ ...open, ...inCollection, ...own })
export const item = z.object({ ...open, ...inItem, ...own })

/** CA-61: what to think about in a payload that was saved. */
export const warnings = z
  .array(
    z.object({
      path: z.string().describe('where in the payload, as attributes.power.value'),
      message: z.string().describe('what will be shown otherwise than its author may expect'),
    }),
  )
  .describe('variables that nothing is put in for; they stay as they are written (CA-61)')

/** CA-59 to CA-62: inherited, filled in, and signed. */
export const effective = z
  .object({
    payload: z.record(z.string(), z.unknown()).describe('as everybody may read it'),
    hash: z.string().describe('SHA-256 of its canonical bytes (RFC 8785), hex'),
    signature: z
      .string()
      .describe(
        'detached JWS over these bytes, ES256, by a key of /.well-known/jwks.json; its header has sub, what the payload is of, and iat',
      ),
  })
  .nullable()
  .describe('null: it has no payload yet')

export const partial = queryFlag
  .prefault('1')
  .describe('1: what is not given stays; 0: the whole is replaced (CA-15)')
