import { type BulkOutcome, flaggingAdminHttp as http } from '@talad/proto/http/moderation/flagging-admin'
import { type AdminCall, type InDecision, partOf } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { caseOf, pickCase } from './case-detail.ts'
import { claims } from './claims.ts'
import { flagFigures } from './figures.ts'
import { flagAsAdmin } from './flag-as-admin.ts'
import { flagQueue } from './list-cases.ts'
import { requireScopeOf, resolveCase, type Verdict } from './resolve-case.ts'
import { undoCase } from './undo-case.ts'

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
    await claims.claim(deps.db, id, by, deps.now())
    return shown(id, by)
  })

  app.route(http.releaseFlagCase, async ({ body: { case_id: id }, actor }) => {
    const by = signedIn(actor)
    await claims.release(deps.db, id, by.accountId)
    return shown(id, by)
  })
}

/** MO-19: each case in a transaction of its own, one after the other; a refusal of one is its own answer. */
async function each(
  cases: readonly { case_id: string; version: number }[],
  work: (seen: { case_id: string; version: number }) => Promise<number>,
): Promise<{ results: BulkOutcome[] }> {
  const results: BulkOutcome[] = []
  for (const seen of cases)
    try {
      results.push({ case_id: seen.case_id, ok: true, code: null, version: await work(seen) })
    } catch (error) {
      if (!(error instanceof Rejection)) throw error
      results.push({ case_id: seen.case_id, ok: false, code: error.code.toLowerCase(), version: null })
    }
  return { results }
}

const versionAfter = ({ version }: { version: number }) => version

/** The calls by which moderators work on cases (MO-11, MO-19). */
export function flagCaseRoutes(app: App, deps: Deps): void {
  readingRoutes(app, deps)

  /** The case as it was decided. */
  const caseAfter = async (id: string, { actor }: AdminCall, { tx }: InDecision) => ({
    case: await pickCase({ ...deps, db: tx }, id, signedIn(actor).accountId),
  })

  app.route(http.resolveFlagCase, async ({ body, ...call }) => {
    const { case_id: given, flag_id: flagId, version } = body
    if ((given === undefined) === (flagId === undefined))
      throw new Rejection('VALIDATION', { field: 'case_id' })
    const verdict = verdictOf(body)
    await requireScopeOf(deps, signedIn(call.actor), verdict)
    const id = given ?? (await caseOf(deps.db, flagId ?? ''))
    return resolveCase(deps, { case_id: id, version }, verdict, call, (_, within) =>
      caseAfter(id, call, within),
    )
  })

  app.route(http.flagAsset, ({ body, ...call }) => {
    const { asset_id: assetId, flag_classification: classification, notes: note } = body
    return flagAsAdmin(deps, { assetId, classification, note }, call, (within) =>
      caseAfter(assetId, call, within),
    )
  })

  app.route(http.resolveFlagCases, async ({ body, ...call }) => {
    const verdict = verdictOf(body)
    await requireScopeOf(deps, signedIn(call.actor), verdict)
    return each(body.cases, (seen) => resolveCase(deps, seen, verdict, partOf(call), versionAfter))
  })

  app.route(http.undoFlagCases, ({ body, ...call }) =>
    each(body.cases, (seen) => undoCase(deps, seen, partOf(call), versionAfter)),
  )
}
