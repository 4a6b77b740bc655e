import { timestampDate } from '@bufbuild/protobuf/wkt'
import { toldRange } from '@talad/market/suspensions'
import { ReportDecidedSchema } from '@talad/proto/moderation/v1/events'
import { IssuedSuspensionSchema, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { consumer } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { listingSuspended } from '../jobs/listing-suspended.ts'
import { noticesOfIssued, noticesOfReport } from '../notification/decide.ts'
import { give } from '../notification/stream.ts'

const JOIN = 'join-'

/** ID-35: whose an account is by now, however often it was merged. */
async function ownerOf(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive into_account as (
       select id, merged_into from account where id = $1
       union select a.id, a.merged_into from account a join into_account i on a.id = i.merged_into)
     select id from into_account where merged_into is null`,
    [accountId],
  )
  return rows[0]?.id ?? accountId
}

/** The account of somebody whom others know by their customer id, if they have one (ID-3). */
export async function accountOf(tx: Tx, who: string): Promise<string | undefined> {
  if (!who.startsWith(JOIN)) return ownerOf(tx, who)
  const { rows } = await tx.query<{ id: string }>('select id from account where join_id = $1', [
    who.slice(JOIN.length),
  ])
  return rows[0]?.id
}

/** Tells people what came of their reports (MO-11). */
export const reportDecided = consumer({
  topic: 'moderation.report.v1',
  group: 'identity.report',
  event: ReportDecidedSchema,
  async each(
    { reporter, blockchain, contractAddress: contract, tokenId: token, at, ...report },
    { tx, now },
  ) {
    const decided = { ...report, asset: { blockchain, contract, token } }
    const told = noticesOfReport(decided, await accountOf(tx, reporter))
    await give(tx, { told, at: at ? timestampDate(at) : now })
  },
})

/** Tells makers that something of theirs was suspended, or that this has ended (MO-7). */
export const issuedSuspended = consumer({
  topic: 'moderation.report.v1',
  group: 'identity.report',
  event: IssuedSuspensionSchema,
  async each({ customerId, at, ...about }, { tx, now }) {
    const told = noticesOfIssued(about, await accountOf(tx, customerId))
    await give(tx, { told, at: at ? timestampDate(at) : now })
  },
})

/** Has sellers told whose listings a suspension stops, and when it has ended (MO-7). */
export const suspensionChanged = consumer({
  topic: 'moderation.suspension.v1',
  group: 'identity.suspension',
  event: SuspensionChangedSchema,
  async each({ status, suspensionId, revision, at, reason, ...told }, { tx, now }) {
    const isOver = status !== 'suspended'
    const suspension = `${suspensionId}-${revision}`
    const about = { suspension, isOver, reason, range: toldRange.parse(told) }
    const since = (at ? timestampDate(at) : now).toISOString()
    await listingSuspended.enqueue(tx, [
      { payload: { ...about, since, after: '' }, key: suspension, at: now },
    ])
  },
})
