import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { cidOf } from '@talad/shared/media/sources'
import { z } from 'zod'
import type { PinStatus } from './provider.ts'

/** A project may ask for much at once: others have their turns all the same. */
export const pinDue = jobType('payload.pin', z.object({ cid: z.string(), projectId: z.string() }), {
  source: ({ projectId }) => projectId,
})

/** What a payload names on decentralised storage, its image first, each once. */
export function cidsIn(payload: Pick<Payload, 'assets'> | null | undefined): string[] {
  const { image, ...others } = payload?.assets ?? {}
  return [...new Set([image, ...Object.values(others)].flatMap((text) => cidOf(text ?? '') ?? []))]
}

type Named = { projectId: string; payload: Payload | null; at: Date }

/** Asks for what payloads name to be kept, once for all who name it. */
export async function askPins(tx: Tx, named: readonly Named[]): Promise<void> {
  const asked = named.flatMap(({ projectId, payload, at }) =>
    cidsIn(payload).map((cid) => ({ cid, projectId, at })),
  )
  if (asked.length === 0) return
  const { rows } = await tx.query<{ cid: string; project_id: string }>(
    `insert into pin (cid, project_id, created, updated) select cid, project, at, at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as n (cid, project, at) order by cid
     on conflict (cid) do nothing returning cid, project_id`,
    columns(
      asked,
      ({ cid }) => cid,
      ({ projectId }) => projectId,
      ({ at }) => at.toISOString(),
    ),
  )
  await enqueue(tx, rows, asked[0]?.at ?? new Date(0))
}

const enqueue = (tx: Tx, rows: readonly { cid: string; project_id: string }[], at: Date) =>
  pinDue.enqueue(
    tx,
    rows.map(({ cid, project_id: projectId }) => ({ key: cid, payload: { cid, projectId } })),
    at,
  )

/** How many are asked for again at once. */
const MOST_AGAIN = 1_000

/** Asks again for what isn't kept since `before`: what failed, and what was named while there was no service. */
export async function askAgain(tx: Tx, before: Date, now: Date): Promise<void> {
  const { rows } = await tx.query<{ cid: string; project_id: string }>(
    `select cid, project_id from pin where status <> 'pinned' and updated < $1 order by updated limit $2`,
    [before, MOST_AGAIN],
  )
  await enqueue(tx, rows, now)
}

export async function findPin(db: Queryable, cid: string) {
  const { rows } = await db.query<{ status: PinStatus | 'asked'; created: Date }>(
    'select status, created from pin where cid = $1',
    [cid],
  )
  return rows[0]
}

export async function savePin(db: Queryable, cid: string, status: PinStatus, now: Date): Promise<void> {
  await db.query('update pin set status = $2, updated = $3 where cid = $1', [cid, status, now])
}

/** Of these those that are kept. */
export async function pinnedAmong(db: Queryable, cids: readonly string[]): Promise<ReadonlySet<string>> {
  if (cids.length === 0) return new Set()
  const { rows } = await db.query<{ cid: string }>(
    `select cid from pin where cid = any($1::text[]) and status = 'pinned'`,
    [cids],
  )
  return new Set(rows.map(({ cid }) => cid))
}
