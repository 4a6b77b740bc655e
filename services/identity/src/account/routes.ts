import { findIdentityLinks } from '@talad/proto/http/identity/accounts'
import { myProfile } from '@talad/proto/http/identity/profile'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { linksOf, profileOf } from './read.ts'

export function accountRoutes(app: App, deps: Deps): void {
  app.route(myProfile, async ({ actor }) => {
    const profile = await profileOf(deps, signedIn(actor).accountId)
    if (!profile) throw new Rejection('UNAUTHORIZED')
    return profile
  })

  app.route(findIdentityLinks, async ({ actor, query }) => {
    const { accountId, customerId } = signedIn(actor)
    const { links, joinId } = await linksOf(deps, accountId, query)
    // ID-37: the account became a customer after this token was made
    if (joinId !== undefined && customerId === undefined) return { refresh: true as const }
    return links
  })
}
