import { askedRange } from '@talad/market/suspensions'
import {
  suspensionAdminHttp as http,
  type Suspension as Wire,
} from '@talad/proto/http/moderation/suspension-admin'
import { textOf } from '@talad/proto/nft-range'
import { lowerAddress } from '@talad/shared/chain/address'
import { type App, customer } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import type { Attempt } from '@talad/shared/http/idempotency'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { readRange } from '../range/read.ts'
import { shownRange, toStored } from '../range/stored.ts'
import { idOf, type Request, suspendIn, unsuspendIn } from './change.ts'
import { findSuspension, type Listed, listSuspensions, overlapping } from './read-model.ts'

/** AW-7: a preview names so many others at most. */
const MOST_OVERLAPPING = 20

function answerOf(suspension: Listed): Wire {
  const { id, status, until, version, history } = suspension
  const [last] = history
  if (!last) throw new Error('a suspension without history')
  return {
    suspension_id: id,
    status,
    version,
    nft_range: shownRange(suspension.range),
    until: until?.toISOString() ?? null,
    reason: history.find(({ action }) => action === 'suspend')?.reason ?? null,
    note: last.note,
    changed_by: last.by,
    changed_at: last.at.toISOString(),
    history: history.map(({ action, by: admin, note, at }) => ({
      action,
      admin,
      note,
      at: at.toISOString(),
    })),
  }
}

function requestOf(given: Actor | undefined, attempt: Attempt, requestId: string): Request {
  const actor = customer(given)
  return { actor, by: actor.customerId, requestId, decisionId: attempt.id }
}

/** MO-1 to MO-6, AW-7. */
export function suspensionRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.listSuspensions, async ({ query }) => {
    const { status, contract_address: contract, count = false, ps: size, pi: index } = query
    const { abstract_collection_id: virtual } = query
    const of = contract && lowerAddress(contract, 'contract_address')
    const { list, total } = await listSuspensions(db, { status, contract: of, virtual, size, index, count })
    return page(list.map(answerOf), query, total)
  })

  app.route(http.pickSuspension, async ({ params }) => {
    const found = await findSuspension(db, params.suspension_id)
    if (!found) throw new Rejection('SUSPENSION_NOT_FOUND', { field: 'suspension_id' })
    return answerOf(found)
  })

  app.route(http.previewSuspension, async ({ query }) => {
    const range = askedRange(query)
    const [same, others] = await Promise.all([
      findSuspension(db, idOf(range)),
      overlapping(db, range, MOST_OVERLAPPING),
    ])
    return {
      nft_range: shownRange(toStored(range)),
      text: textOf(range),
      same: same ? answerOf(same) : null,
      overlapping: others.map(answerOf),
    }
  })

  app.route(http.suspend, async ({ actor, attempt, body, request }) => {
    const range = readRange(body.nft_range, 'nft_range')
    const until = body.until === undefined ? null : new Date(body.until)
    const { note, reason } = body
    const about = { ...requestOf(actor, attempt, request.id), note, reason, until, now: deps.now() }
    return transact(deps, async (tx) => attempt.keep(tx, answerOf(await suspendIn(tx, range, about))))
  })

  app.route(http.unsuspend, async ({ actor, attempt, body, request }) => {
    const { suspension_id: id, version, note } = body
    const about = { ...requestOf(actor, attempt, request.id), note, now: deps.now() }
    return transact(deps, async (tx) =>
      attempt.keep(tx, answerOf(await unsuspendIn(tx, { id, version }, about))),
    )
  })
}
