import {
  listFavourites,
  mergeFavourites,
  putFavourite,
  removeFavourite,
} from '@talad/proto/http/identity/favourites'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { addFavourite, addFavourites, dropFavourite, favouritesOf } from './store.ts'

/** A person's favourites; each call is about the caller's own. */
export function favouriteRoutes(app: App, { db, now }: Deps): void {
  app.route(listFavourites, async ({ actor }) => favouritesOf(db, signedIn(actor).accountId))

  /** TOO_MANY_FAVOURITES */
  app.route(putFavourite, async ({ actor, params }) => {
    const since = await addFavourite(db, signedIn(actor).accountId, params, now())
    return { ...params, since }
  })

  app.route(removeFavourite, async ({ actor, params }) => {
    await dropFavourite(db, signedIn(actor).accountId, params)
    return { status: 'removed' as const }
  })

  app.route(mergeFavourites, async ({ actor, body }) => {
    const { accountId } = signedIn(actor)
    const targets = [
      ...body.assets.map((id) => ({ kind: 'asset' as const, id })),
      ...body.collections.map((id) => ({ kind: 'collection' as const, id })),
    ]
    const leftOut = await addFavourites(db, accountId, targets, now())
    return { ...(await favouritesOf(db, accountId)), left_out: leftOut }
  })
}
