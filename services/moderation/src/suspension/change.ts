import type { SuspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { type NftRange, rangeOf, textOf } from '@talad/proto/nft-range'
import type { AuditActor } from '@talad/shared/audit'
import { currentContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { callAs, decideIn } from '@talad/shared/decision'
import { hashOf } from '@talad/shared/json'
import { load } from '@talad/shared/stream'
import { sheetIdOf } from '../fee/place.ts'
import { aboutOf, type StoredRange, toStored } from '../range/stored.ts'
import type { Expire, Suspend, SuspensionCommand, Unsuspend } from './decide.ts'
import type { Listed } from './read-model.ts'
import { suspensions } from './stream.ts'

/** Who decides, in which call. */
export type Request = { actor: AuditActor; by: string; requestId: string; decisionId: string }
type About = Request & { note: string; now: Date }

/** What the history says of one that ended so. */
const OVER = 'its time was over'

/** MO-5: of the range itself, so that one range has one suspension, whoever asks for it. GW-12 */
export const idOf = (range: NftRange) => hashOf(textOf(range)).slice(0, 24)

/**
 * MO-32: whom those tokens concern that a range covers. Who issues what stands for a virtual collection hears of that one
 * alone: what else becomes of a shared contract is somebody else's.
 */
async function issuersIn(tx: Tx, range: StoredRange) {
  const about = aboutOf(rangeOf(range))
  const { rows } = await tx.query<{ customer: string }>(
    `select distinct i.primary_customer_id as customer from issuer_range r join issuer i using (issuer_id)
     where r.sheet_id = $1 and i.active and r.tokens && numrange($2::numeric, $3::numeric, '[]')
       and (r.about = $4 or r.about <> '' and $4 <> ''
         and (starts_with($4, r.about || '/') or starts_with(r.about, $4 || '/')))
     order by 1`,
    [sheetIdOf(range), range.tokenFrom, range.tokenTo, about],
  )
  return rows.map(({ customer }) => customer)
}

async function issuersOf(tx: Tx, id: string, command: SuspensionCommand): Promise<string[]> {
  const range = command.type === 'Suspend' ? command.range : (await load(tx, suspensions, id)).state?.range
  return range ? issuersIn(tx, range) : []
}

async function decideOn(
  tx: Tx,
  id: string,
  asked: SuspensionCommand,
  { actor, requestId, decisionId, note, now }: About,
): Promise<Listed> {
  const decision = {
    call: callAs(actor, decisionId, requestId),
    action: asked.type === 'Suspend' ? ('suspension.suspend' as const) : ('suspension.unsuspend' as const),
    note,
    command: async () => ({ ...asked, issuers: await issuersOf(tx, id, asked) }),
  }
  const { state } = await decideIn(tx, suspensions, id, decision, now)
  if (!state) throw new Error('a suspension was decided on and is not there')
  return { id, ...state }
}

/**
 * Suspends a range in the caller's transaction, which it runs again on VersionConflict.
 * @throws Rejection RANGE_SUSPENDED (MO-5)
 */
export function suspendIn(
  tx: Tx,
  range: NftRange,
  { until = null, reason, ...about }: About & { until?: Date | null; reason?: SuspensionReason | undefined },
): Promise<Listed> {
  const id = idOf(range)
  const { by, note, decisionId, now } = about
  const why = { by, note, reason, decisionId, now }
  const command: Suspend = { type: 'Suspend', id, range: toStored(range), until, ...why }
  return decideOn(tx, id, command, about)
}

/**
 * Ends one suspension in the caller's transaction, which it runs again on VersionConflict.
 * @throws Rejection SUSPENSION_NOT_FOUND, VERSION_CONFLICT
 */
export function unsuspendIn(
  tx: Tx,
  { id, version }: { id: string; version?: number | undefined },
  about: About,
): Promise<Listed> {
  const { by, note, decisionId, now } = about
  const command: Unsuspend = { type: 'Unsuspend', version, by, note, decisionId, now }
  return decideOn(tx, id, command, about)
}

/** Ends a suspension whose time is over; done again, or after another decision, it changes nothing. */
export async function expireIn(
  tx: Tx,
  { id, version }: { id: string; version: number },
  now: Date,
): Promise<void> {
  const decisionId = hashOf(['expire', id, version]).slice(0, 24) // GW-12
  const by = 'service:moderation'
  const command: Expire = { type: 'Expire', version, by, note: OVER, decisionId, now }
  const requestId = currentContext().correlationId
  await decideOn(tx, id, command, {
    actor: { service: 'moderation' },
    by,
    requestId,
    decisionId,
    note: OVER,
    now,
  })
}
