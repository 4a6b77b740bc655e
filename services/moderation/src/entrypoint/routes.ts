import { takesOffers } from '@talad/market/sites'
import { entrypointHttp as http } from '@talad/proto/http/gateway/entrypoint'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { statusOf } from '../assessment/status.ts'
import type { Deps } from '../deps.ts'
import { publicFeesOf } from '../fee/public.ts'
import { issuersOf } from '../issuer/read-model.ts'

/** MO-31: SILVER for all of it (A§9, OB-35). */
const MIN_LEVELS = { buy: 2, sell: 2, topup: 2, bank: 2, withdraw: 2 }

/** What a site has to know at its start, and of a collection. */
export function entrypointRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.entrypoint, async ({ actor, query }) => {
    const { customerId = null, kycLevel } = signedIn(actor)
    const issuers = query.issuers && (customerId === null ? [] : await issuersOf(db, customerId))
    const assessmentStatus =
      query.assessmentStatus &&
      (customerId === null ? { todo: [], passed: [] } : await statusOf(db, customerId))
    return {
      customer_id: customerId,
      kyc_level: kycLevel,
      min_levels: MIN_LEVELS,
      features: { offers: deps.offers && (await takesOffers(db)) }, // OB-41
      ...(assessmentStatus && { assessmentStatus }),
      ...(issuers && {
        issuers: issuers.map(({ issuer_id, slug, name_th: th, name_en: en }) => ({
          issuer_id,
          slug,
          names: { th, en },
        })),
      }),
      server_time: deps.now().toISOString(),
    }
  })

  app.route(http.collectionFee, async ({ query: { id } }) => {
    const fees = await publicFeesOf(db, id)
    if (!fees) throw new Rejection('COLLECTION_NOT_FOUND', { field: 'id' })
    return fees
  })
}
