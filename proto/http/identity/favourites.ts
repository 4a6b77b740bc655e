import { z } from 'zod'
import { isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'identity'
const user = { kind: 'user' } as const
const path = `${base.identity}/account/my/favourites`

/** Of each kind at most so many; a constraint of the database holds it. */
export const MOST_FAVOURITES = 500

export const favouriteKind = z.enum(['asset', 'collection'])
export type FavouriteKind = z.infer<typeof favouriteKind>

const params = z.object({
  kind: favouriteKind.describe('asset or collection'),
  id: objectId.describe('id of the asset or collection'),
})
const entries = z.array(
  z.object({ id: objectId.describe('id of the asset or collection'), since: isoTime.describe('since when') }),
)
const lists = {
  assets: entries.describe('assets, the newest first'),
  collections: entries.describe('collections, the newest first'),
}

export const listFavourites = endpoint({
  name: 'listFavourites',
  service,
  method: 'GET',
  path,
  auth: user,
  summary:
    "The caller's favourites, the newest first: assets, and collections whose news they follow. An addition of this project.",
  status: 200,
  response: z.object(lists),
})

/** Ids are not looked up: what the asset indexer doesn't know is in no list that is shown. */
export const putFavourite = endpoint({
  name: 'putFavourite',
  service,
  method: 'PUT',
  path: `${path}/:kind/:id`,
  auth: user,
  summary: 'Make an asset or a collection a favourite; again and again with the same result',
  params,
  status: 200,
  response: z.object({
    kind: favouriteKind.describe('asset or collection'),
    id: objectId.describe('id of the asset or collection'),
    since: isoTime.describe('since when'),
  }),
  errors: ['too_many_favourites'],
  limit: 'write',
})

export const removeFavourite = endpoint({
  name: 'removeFavourite',
  service,
  method: 'DELETE',
  path: `${path}/:kind/:id`,
  auth: user,
  summary: 'Take it from the favourites; 200 also when it was none',
  params,
  status: 200,
  response: z.object({ status: z.literal('removed').describe('always removed') }),
  limit: 'write',
})

const ids = z.array(objectId).max(MOST_FAVOURITES)

/** For what a person chose before they signed in. */
export const mergeFavourites = endpoint({
  name: 'mergeFavourites',
  service,
  method: 'POST',
  path,
  auth: user,
  summary: 'Add many favourites, the first ones first; answers all, and how many found no place',
  body: z.object({
    assets: ids.describe('ids of assets, the first ones count first'),
    collections: ids.describe('ids of collections, the first ones count first'),
  }),
  status: 200,
  response: z.object({ ...lists, left_out: z.int().describe('how many found no place') }),
  limit: 'write',
})

export const favouritesHttp = { listFavourites, putFavourite, removeFavourite, mergeFavourites }
