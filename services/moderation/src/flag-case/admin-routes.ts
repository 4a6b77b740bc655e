import { flaggingAdminHttp as http } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import type { Attempt } from '@talad/shared/http/idempotency'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { flagByAdmin } from './by-admin.ts'
import { claim, release } from './claims.ts'
import { flagFigures } from './figures.ts'
import { caseOf, pickCase } from './pick.ts'
import { flagQueue } from './queue.ts'
import {
  type Answer,
  each,
  requireScopeOf,
  resolveCase,
  undoCase,
  type Verdict,
  versionAfter,
} from './resolve.ts'

type Given = {
  review_disposition: Verdict['disposition']
  scope?: Verdict['scope'] | undefined
  notes: string
}

const verdictOf = ({ review_disposition: disposition, scope = null, notes: note }: Given): Verdict => ({
  disposition,
  scope,
  note,
})

/** The calls by which moderators look at cases. */
function readingRoutes(app: App, deps: Deps): void {
  const shown = async (id: string, actor: Actor) => ({ case: await pickCase(deps, id, actor.accountId) })

  app.route(http.listFlagCases, ({ query, actor }) => flagQueue(deps, query, signedIn(actor).accountId))

  app.route(http.flagFigures, () => flagFigures(deps))

  app.route(http.pickFlagCase, ({ params, actor }) => shown(params.case_id, signedIn(actor)))

  app.route(http.claimFlagCase, async ({ body: { case_id: id }, actor }) => {
    const by = signedIn(actor)
    await claim(deps.db, id, by, deps.now())
    return shown(id, by)
  })

  app.route(http.releaseFlagCase, async ({ body: { case_id: id }, actor }) => {
    const by = signedIn(actor)
    await release(deps.db, id, by.accountId)
    return shown(id, by)
  })
}

/** The calls by which moderators work on cases (MO-11, MO-19). */
export function flagCaseRoutes(app: App, deps: Deps): void {
  readingRoutes(app, deps)

  /** The case as it was decided, kept with the decision. */
  const caseAfter =
    ({ accountId }: Actor, attempt: Attempt): Answer<{ case: FlagCaseDetail }> =>
    async (tx, caseId) =>
      attempt.keep(tx, { case: await pickCase({ ...deps, db: tx }, caseId, accountId) })

  app.route(http.resolveFlagCase, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { case_id: given, flag_id: flagId, version } = body
    if ((given === undefined) === (flagId === undefined))
      throw new Rejection('VALIDATION', { field: 'case_id' })
    const verdict = verdictOf(body)
    await requireScopeOf(deps, by, verdict)
    const caseId = given ?? (await caseOf(deps.db, flagId ?? ''))
    const deciding = { actor: by, attempt, requestId: request.id, answer: caseAfter(by, attempt) }
    return resolveCase(deps, { case_id: caseId, version }, verdict, deciding)
  })

  app.route(http.flagAsset, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { asset_id: assetId, flag_classification: classification, notes: note } = body
    const flagging = { actor: by, attempt, requestId: request.id, answer: caseAfter(by, attempt) }
    return flagByAdmin(deps, { assetId, classification, note }, flagging)
  })

  app.route(http.resolveFlagCases, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const verdict = verdictOf(body)
    await requireScopeOf(deps, by, verdict)
    const deciding = { actor: by, attempt, requestId: request.id, answer: versionAfter }
    return { results: await each(body.cases, (seen) => resolveCase(deps, seen, verdict, deciding)) }
  })

  app.route(http.undoFlagCases, async ({ body, actor, attempt, request }) => {
    const deciding = { actor: signedIn(actor), attempt, requestId: request.id }
    return { results: await each(body.cases, (seen) => undoCase(deps, seen, deciding)) }
  })
}
