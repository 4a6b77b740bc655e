import { createHash } from 'node:crypto'
import type { mergePreview } from '@talad/proto/http/identity/merges'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { type MergeSide, survivorOf } from '../account/decide-merge.ts'
import { linksOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { displayNameOf } from '../display-name/store.ts'
import { sideOf } from './merge.ts'
import { findProved, type Merger } from './requests.ts'

type Sides = { survivor: MergeSide; absorbed: MergeSide }

/** The two accounts of what was proved. @throws Rejection MERGE_EXPIRED where the proved way in is that account's no more */
export async function provedSides(db: Queryable, mergeId: string, caller: Merger, now: Date): Promise<Sides> {
  const { accountId, identityId } = await findProved(db, mergeId, caller, now)
  const [mine, other] = [await sideOf(db, caller.accountId), await sideOf(db, accountId)]
  if (!other.state.identities.some(({ id }) => id === identityId)) throw new Rejection('MERGE_EXPIRED')
  return survivorOf(mine, other)
}

/** What somebody agrees to: another merge, or ways in that have changed since, have another one. */
export function digestOf({ survivor, absorbed }: Sides): string {
  const about = [survivor, absorbed].map(({ accountId, state }) => [
    accountId,
    state.joinId ?? null,
    state.identities.map(({ id }) => id).sort(),
  ])
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url')
}

async function countsOf(db: Queryable, accountId: string) {
  const { rows } = await db.query<{ favourites: bigint; notifications: bigint; sessions: bigint }>(
    `select (select count(*) from favourite where account_id = $1) as favourites,
       (select count(*) from notification where account_id = $1) as notifications,
       (select count(*) from session where account_id = $1 and revoked_at is null) as sessions`,
    [accountId],
  )
  const { favourites = 0n, notifications = 0n, sessions = 0n } = rows[0] ?? {}
  return { favourites: Number(favourites), notifications: Number(notifications), sessions: Number(sessions) }
}

async function sideAnswer(deps: Deps, { accountId, created, state }: MergeSide, mine: boolean) {
  const { links } = await linksOf(deps, accountId, { field: 'created', order: 'asc' })
  return {
    account_id: accountId,
    customer_id: state.joinId === undefined ? null : `join-${state.joinId}`,
    created: created.toISOString(),
    mine,
    display_name: await displayNameOf(deps.db, accountId),
    identities: links,
    ...(await countsOf(deps.db, accountId)),
  }
}

/** ID-34: what a merge would do. @throws Rejection MERGE_EXPIRED; those of `survivorOf` */
export async function previewMerge(
  deps: Deps,
  caller: Merger,
  mergeId: string,
): Promise<z.infer<typeof mergePreview.response>> {
  const sides = await provedSides(deps.db, mergeId, caller, deps.now())
  const [survivor, absorbed] = await Promise.all(
    [sides.survivor, sides.absorbed].map((side) =>
      sideAnswer(deps, side, side.accountId === caller.accountId),
    ),
  )
  if (!survivor || !absorbed) throw new Error('a merge has two sides')
  const name = absorbed.display_name
  return {
    preview: digestOf(sides),
    survivor,
    absorbed,
    lost_display_name: survivor.display_name === null ? null : name,
    lost_picture: sides.absorbed.state.picture !== undefined,
    ended_sessions: survivor.sessions + absorbed.sessions,
  }
}
