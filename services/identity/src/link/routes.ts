import { linksHttp as http } from '@talad/proto/http/identity/links'
import { inTx } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import { forgetProved } from '../account/proved.ts'
import { linksOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { proveJoinFor } from '../join/sign-in.ts'
import { mergerOf } from '../merge/requests.ts'
import { sessionFor } from '../proof/flow.ts'
import { findProof } from '../proof/store.ts'
import { browserMark, userAgentOf } from '../session/cookies.ts'
import { linkProved } from './link.ts'

/** ID-29: a way in comes to the account of who asks, by a proof that this session began. */
export function linkRoutes(app: App, deps: Deps): void {
  const identitiesOf = async (accountId: string) => ({
    identities: (await linksOf(deps, accountId, { field: 'created', order: 'asc' })).links,
  })

  app.route(http.linkIdentity, async ({ actor, body, request }) => {
    const caller = signedIn(actor)
    const session = sessionFor('link', actor)
    const browser = browserMark(request, 'talad_pf')
    const { proof, useUp } = await findProof(deps, body.proof, { purpose: 'link', session, browser })
    await linkProved(deps, caller, { ...proof, userAgent: userAgentOf(request) }, useUp)
    return identitiesOf(caller.accountId)
  })

  app.route(http.joinIntegrate, async ({ actor, body, request }) => {
    const caller = signedIn(actor)
    const browser = browserMark(request, 'talad_js')
    const by = mergerOf(actor)
    const joined = await proveJoinFor(deps, body.sessionId, { browser, by })
    const { useUp, profile, sessionHash, sessionExpiresAt } = joined
    const proof = { provider: 'join' as const, profile, sessionHash, sessionExpiresAt }
    await linkProved(deps, caller, { ...proof, userAgent: userAgentOf(request) }, useUp)
    return identitiesOf(caller.accountId)
  })

  app.route(http.cancelLinks, async ({ actor }) => {
    await inTx(deps.db, (tx) => forgetProved(tx, [signedIn(actor).accountId]))
    return { status: 'cancelled' as const }
  })
}
