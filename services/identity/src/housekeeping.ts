import type { Deps } from './deps.ts'

const DAY_MS = 24 * 3600 * 1000
/** What people were told. */
const KEPT_DAYS = 180

/**
 * Removes what is over: kept token pairs after their minute, sign-ins and signing requests a day after their end,
 * wallets that others may have again, notifications after half a year.
 */
export async function removeWhatIsOver(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const now = deps.now().getTime()
  const minuteAgo = new Date(now - 60_000)
  const dayAgo = new Date(now - DAY_MS)
  // ID-6: nobody gets the pair again
  await deps.db.query(
    'update session set replacement = null where replacement is not null and rotated_at < $1',
    [minuteAgo],
  )
  await deps.db.query('delete from session where expires_at < $1', [dayAgo])
  await deps.db.query('delete from security_event where at < $1', [new Date(now - KEPT_DAYS * DAY_MS)])
  await deps.db.query('delete from join_session where expires_at < $1', [dayAgo])
  await deps.db.query('delete from proof where expires_at < $1', [dayAgo])
  await deps.db.query('delete from web3_nonce where expires_at < $1', [minuteAgo])
  await deps.db.query('delete from merge_request where expires_at < $1', [minuteAgo])
  await deps.db.query('delete from wallet where held_until < $1', [minuteAgo])
  await deps.db.query('delete from signing_request where expires_at < $1', [dayAgo])
  await deps.db.query('delete from notification where created_at < $1', [new Date(now - KEPT_DAYS * DAY_MS)])
  await deps.db.query('delete from signing_key where served_until < $1', [dayAgo])
}
