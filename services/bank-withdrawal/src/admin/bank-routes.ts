import { bankWithdrawalAdminHttp as http } from '@talad/proto/http/bank-withdrawal/admin'
import { audit } from '@talad/shared/audit'
import { inTx, type Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { hashOf } from '@talad/shared/json'
import { load } from '@talad/shared/stream'
import { bankRequests } from '../bank-request/stream.ts'
import type { Deps } from '../deps.ts'
import { bankCase, bankQueue } from './bank-requests.ts'
import { claims } from './claims.ts'
import { deciderOf } from './decider.ts'

/** AW-5: as long as a claim holds; opening a case, claiming it and leaving it are one look at it. */
const ONE_LOOK_MS = 10 * 60_000

/** BW-20: who reads a number in full is written down, once for what is one look. */
export async function auditLook(
  deps: Deps,
  about: { actor: Actor; kind: 'bank-request' | 'withdrawal'; id: string; requestId: string },
): Promise<void> {
  const { actor, kind, id, requestId } = about
  const now = deps.now()
  const look = hashOf([actor.accountId, kind, id, Math.floor(now.getTime() / ONE_LOOK_MS)]).slice(0, 24) // GW-12
  const entry = { id: look, actor, action: `${kind}.read` as const, target: { kind, id }, requestId, now }
  await inTx(deps.db, (tx) => audit(tx, entry))
}

/** The calls by which admins decide on bank accounts. */
export function adminBankRoutes(app: App, deps: Deps): void {
  const shown = async (id: string, { accountId }: Actor, db: Queryable = deps.db) => ({
    request: await bankCase({ ...deps, db }, id, accountId),
  })

  app.route(http.adminBankRequests, ({ query, actor }) => bankQueue(deps, query, signedIn(actor).accountId))

  app.route(http.adminBankRequest, async ({ params: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    const answer = await shown(id, by)
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return answer
  })

  app.route(http.adminClaimBankRequest, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await claims.claim(deps.db, id, by, deps.now())
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminReleaseBankRequest, async ({ body: { request_id: id }, actor, request }) => {
    const by = signedIn(actor)
    await claims.release(deps.db, id, by.accountId)
    await auditLook(deps, { actor: by, kind: 'bank-request', id, requestId: request.id })
    return shown(id, by)
  })

  app.route(http.adminApproveBankRequest, async ({ body, ...call }) => {
    const { request_id: id, version, note } = body
    const admin = signedIn(call.actor)
    const { state } = await load(deps.db, bankRequests, id)
    // BW-15: asked afresh, and outside of any transaction
    const kycLevel = state ? (await deps.persons.verified(state.accountId)).kycLevel : 0
    const by = await deciderOf(deps.db, admin, id)
    return decide(deps, bankRequests, id, {
      call,
      action: 'bank-request.approve',
      note,
      version,
      command: ({ now }) => ({ type: 'Approve', by, note, kycLevel, now }),
      answer: (_, { tx }) => shown(id, admin, tx),
    })
  })

  app.route(http.adminRejectBankRequest, async ({ body, ...call }) => {
    const { request_id: id, version, note, reason } = body
    const admin = signedIn(call.actor)
    const by = await deciderOf(deps.db, admin, id)
    return decide(deps, bankRequests, id, {
      call,
      action: 'bank-request.reject',
      note,
      version,
      command: ({ now }) => ({ type: 'Reject', by, note, reason, now }),
      answer: (_, { tx }) => shown(id, admin, tx),
    })
  })
}
