import type { AuditAction } from '@talad/proto/http/audit-actions'
import { supportHttp as http } from '@talad/proto/http/identity/support'
import type { Tx } from '@talad/shared/db'
import { type DecisionCall, decide, type InDecision } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load } from '@talad/shared/stream'
import type { AccountCommand } from '../account/decide.ts'
import { broughtBy, type MergeSide, survivorOf } from '../account/decide-merge.ts'
import { nextWalletNumber } from '../account/store.ts'
import { accounts, lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { endAll, numbered, sideOf } from '../merge/merge.ts'
import { moveRows } from '../merge/move-rows.ts'
import { findAccounts } from './find.ts'
import { writeTo } from './write.ts'

type About = { id: string; call: DecisionCall; note: string }

/** What support decides of one account. */
function decideOf(
  deps: Deps,
  { id, call, note }: About,
  action: AuditAction,
  made: {
    lock?: (tx: Tx) => Promise<unknown>
    command: (within: InDecision) => Promise<AccountCommand>
    beside: (within: InDecision) => Promise<unknown>
  },
) {
  return decide(deps, accounts, id, {
    call,
    action,
    note,
    ...made,
    answer: () => ({ account_id: id }),
  })
}

/** Which of two accounts stays, and which goes, whoever is named first; of a call that has merged them, as it did. */
async function planOf(deps: Deps, one: string, other: string, moveId: string) {
  const [first, second] = [await sideOf(deps.db, one), await sideOf(deps.db, other)]
  const hasMerged = ({ state }: MergeSide) => state.absorbed?.some((move) => move.moveId === moveId)
  if (hasMerged(first)) return { to: one, from: other }
  if (hasMerged(second)) return { to: other, from: one }
  const { survivor, absorbed } = survivorOf(first, second)
  return { to: survivor.accountId, from: absorbed.accountId }
}

export async function mergeBySupport(
  deps: Deps,
  call: DecisionCall,
  ids: { one: string; other: string },
  note: string,
) {
  const { to, from } = await planOf(deps, ids.one, ids.other, call.attempt.id)
  const moved = { why: 'merge' as const, moveId: call.attempt.id, by: 'support' as const }
  return decideOf(deps, { id: to, call, note }, 'account.merge', {
    lock: (tx) => lockAccounts(tx, [to, from]),
    async command({ tx, now }) {
      const { survivor, absorbed } = survivorOf(await sideOf(tx, to), await sideOf(tx, from))
      if (survivor.accountId !== to) throw new Rejection('MERGE_EXPIRED')
      const identities = await numbered(tx, absorbed.state.identities)
      return { ...moved, type: 'TakeIdentities', from, identities, now }
    },
    async beside({ tx, now }) {
      const [{ state }, { state: left }] = [await load(tx, accounts, from), await load(tx, accounts, to)]
      const identityIds = state.identities.map(({ id }) => id)
      const give = {
        ...moved,
        type: 'GiveIdentities' as const,
        to,
        identityIds,
        intoJoinId: left.joinId,
        number: await nextWalletNumber(tx),
        now,
      }
      await changeIn(tx, accounts, from, give, now)
      await moveRows(tx, { from, to, now })
      await endAll(tx, [from, to], now)
    },
  })
}

export async function splitBySupport(
  deps: Deps,
  call: DecisionCall,
  ids: { id: string; mergeId: string },
  note: string,
) {
  const { id, mergeId } = ids
  const found = (await load(deps.db, accounts, id)).state.absorbed?.find((one) => one.moveId === mergeId)
  const moved = { why: 'split' as const, moveId: mergeId, by: 'support' as const }
  let back: ReturnType<typeof broughtBy> | undefined
  return decideOf(deps, { id, call, note }, 'account.split', {
    lock: (tx) => lockAccounts(tx, found ? [id, found.from] : [id]),
    async command({ tx, now }) {
      back = broughtBy(mergeId, (await load(tx, accounts, id)).state)
      const identityIds = back.identities.map((one) => one.id)
      return { ...moved, type: 'GiveIdentities', to: back.to, identityIds, now }
    },
    async beside({ tx, now }) {
      if (!back) return
      const identities = await numbered(tx, back.identities)
      const take = { ...moved, type: 'TakeIdentities' as const, from: id, identities, now }
      await changeIn(tx, accounts, back.to, take, now)
      await endAll(tx, [id, back.to], now)
    },
  })
}

/** ID-34, ID-36, ID-31: what support does for people who can't do it themselves; each with its reason, audited (GW-27). */
export function supportRoutes(app: App, deps: Deps): void {
  app.route(http.findAccounts, async ({ actor, query, request }) => ({
    list: await findAccounts(deps, signedIn(actor), query, request.id),
  }))

  app.route(http.adminMergeAccounts, ({ params, body, ...call }) =>
    mergeBySupport(deps, call, { one: params.account_id, other: body.other_account_id }, body.note),
  )

  app.route(http.adminSplitAccount, ({ params, body, ...call }) =>
    splitBySupport(deps, call, { id: params.account_id, mergeId: body.merge_id }, body.note),
  )

  app.route(http.adminUnlinkIdentity, ({ params: { account_id: id }, body, ...call }) =>
    decideOf(deps, { id, call, note: body.note }, 'account.unlink', {
      command: async ({ now }) => ({
        type: 'UnlinkIdentity',
        identityId: body.identity_id,
        lastToo: false,
        now,
      }),
      beside: ({ tx, now }) => endAll(tx, [id], now),
    }),
  )

  app.route(http.adminWriteTo, ({ params: { account_id: accountId }, body: { text, note }, ...call }) =>
    writeTo(deps, call, { accountId, text, note }),
  )
}
