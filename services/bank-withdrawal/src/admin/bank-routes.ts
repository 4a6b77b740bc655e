import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import { audit } from '@talad/shared/audit'
import { inTx } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { load } from '@talad/shared/stream'
import { bankRequests } from '../bank-request/stream.ts'
import type { Deps } from '../deps.ts'
import { bankCase, bankQueue } from './bank-requests.ts'
import { claim, release } from './claims.ts'
import { deciderOf } from './decider.ts'
import { decideCase } from './decision.ts'

/** BW-20: who reads a number in full is written down. */
export async function auditLook(
  deps: Deps,
  about: { actor: Actor; kind: 'bank-request' | 'withdrawal'; id: string; requestId: string },
): Promise<void> {
  const { actor, kind, id, requestId } = about
  const entry = { actor, action: `${kind}.read`, target: { kind, id }, requestId, now: deps.now() }
  await inTx(deps.db, (tx) => audit(tx, entry))
}

/** The calls by which admins decide on bank accounts. */
export function adminBankRoutes(app: App, deps: Deps): void {
  const shown = async (id: string, actor: Actor) => ({ request: await bankCase(deps, id, actor.accountId) })

  app.route(http.adminBankRequests, ({ query, actor }) => bankQueue(deps, query, signedIn(actor).accountId))

  app.route(http.adminBankRequest, async ({ params: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    const answer = await shown(id, by)
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return answer
  })

  app.route(http.adminClaimBankRequest, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await claim(deps.db, id, by, deps.now())
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminReleaseBankRequest, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await release(deps.db, id, by.accountId)
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminApproveBankRequest, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { request_id: caseId, version, note } = body
    const { state } = await load(deps.db, bankRequests, caseId)
    // BW-15: asked afresh, and outside of any transaction
    const kycLevel = state ? (await deps.persons.verified(state.accountId)).kycLevel : 0
    await decideCase(deps, bankRequests, {
      actor: by,
      attempt,
      requestId: request.id,
      caseId,
      version,
      note,
      action: 'bank-request.approve',
      command: {
        type: 'Approve',
        by: await deciderOf(deps.db, by, caseId),
        note,
        kycLevel,
        now: deps.now(),
      },
    })
    return shown(caseId, by)
  })

  app.route(http.adminRejectBankRequest, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { request_id: caseId, version, note, reason } = body
    await decideCase(deps, bankRequests, {
      actor: by,
      attempt,
      requestId: request.id,
      caseId,
      version,
      note,
      action: 'bank-request.reject',
      command: {
        type: 'Reject',
        by: await deciderOf(deps.db, by, caseId),
        note,
        reason,
        now: deps.now(),
      },
    })
    return shown(caseId, by)
  })
}
