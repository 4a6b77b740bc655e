import { mergesHttp as http } from '@talad/proto/http/identity/merges'
import type { App } from '@talad/shared/http/app'
import { linksOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { answerSignIn } from '../session/cookies.ts'
import { visitOf } from '../session/device.ts'
import { beginMerge } from './begin.ts'
import { confirmMerge } from './confirm.ts'
import { migrateProved } from './migrate.ts'
import { previewMerge } from './preview.ts'
import { proveOther } from './prove.ts'
import { mergerOf } from './requests.ts'

/** ID-34: two accounts of one person become one. */
export function mergeRoutes(app: App, deps: Deps): void {
  app.route(http.beginMerge, async ({ actor, body, request }) => {
    const caller = mergerOf(actor)
    const { mergeId, expiresAt } = await beginMerge(
      deps,
      caller,
      await proveOther(deps, caller, request, body.proof),
    )
    return { mergeId, expiresAt: expiresAt.toISOString() }
  })

  app.route(http.mergePreview, ({ actor, body }) => previewMerge(deps, mergerOf(actor), body.mergeId))

  app.route(http.migrateIdentity, async ({ actor, body }) => {
    const caller = mergerOf(actor)
    await migrateProved(deps, caller, body.mergeId)
    return { identities: (await linksOf(deps, caller.accountId, { field: 'created', order: 'asc' })).links }
  })

  app.route(http.confirmMerge, async ({ actor, body, request, reply }) => {
    const visit = await visitOf(deps, request, actor)
    const { accountId, pair } = await confirmMerge(deps, mergerOf(actor), body, visit)
    return { ...(await answerSignIn(deps, { request, reply }, pair)), account_id: accountId }
  })
}
