import { z } from 'zod'
import { blockchain, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { assetFilters, withTraits } from './queries.ts'
import { price, priceFamily } from './shapes.ts'

/** Assets that a facet is counted in at most: what matches more is not counted, and says so by `null`. */
export const FACET_COUNTS_WITHIN = 20_000

/** Choices that a facet offers at most. */
export const FACET_CHOICES = 50

const count = z
  .int()
  .nullable()
  .describe(
    `assets that choosing it shows; null: too much matches to be counted (above ${FACET_COUNTS_WITHIN})`,
  )

/** What can be filtered by besides traits. */
export const listFacets = endpoint({
  name: 'listFacets',
  service: 'asset-indexer',
  method: 'GET',
  path: `${base.public}/assets/facets`,
  auth: { kind: 'visitor' },
  summary:
    'What the filters of /assets can be set to, and how many assets each choice shows: counted in what matches the other filters, its own apart (AI-13), and for collections those of traits, which belong to one. Where counting takes long, what was counted up to ten seconds ago is told. An addition of this project: the specification names no such call.',
  query: z.looseObject(assetFilters).transform(withTraits),
  status: 200,
  response: z.object({
    status: z
      .array(z.object({ code: z.enum(['li', 'of']).describe('as `co` takes it'), count }))
      .describe('market conditions: li listed, of with offers'),
    collections: z
      .array(
        z.object({
          id: objectId.describe('id, as `cl` takes it'),
          slug: z.string().describe('short name in addresses of pages, as `cl` takes it'),
          name: z.string().describe('name, text of a stranger'),
          count,
        }),
      )
      .describe(
        `the ${FACET_CHOICES} collections that most matches belong to (by volume where it is not counted), those of \`cl\` always among them`,
      ),
    currencies: z
      .array(z.object({ code: z.string().describe('lower case, as `cu` takes it'), count }))
      .describe('families and symbols of the price tokens that active orders ask or offer'),
    blockchains: z
      .array(z.object({ name: blockchain.describe('as `bc` takes it'), count }))
      .describe('blockchains with collections'),
    price: z
      .object({
        family: priceFamily.describe('family of the prices: `cv`, else thb'),
        min: price.shape.value
          .nullable()
          .describe('lowest best price; null: nothing has one, or not counted'),
        max: price.shape.value
          .nullable()
          .describe('highest best price; null: nothing has one, or not counted'),
      })
      .describe('between what the best prices lie, in display units of the family'),
  }),
  errors: ['validation', 'required_parameter'],
  cacheable: true,
})

export const facetsHttp = { listFacets }
