import { SILVER_CAP } from '@talad/proto/http/bank-withdrawal/terms'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { change, load } from '@talad/shared/stream'
import { waitForState } from '@talad/shared/waiting'
import { accountFor } from '../bank-request/read.ts'
import type { Deps } from '../deps.ts'
import { isCompany, isSilver } from '../person/compare-names.ts'
import type { Of } from './commands.ts'
import { askedInMonth } from './read.ts'
import { withdrawals } from './stream.ts'

/** How long a call waits for the ledger's answer. */
const WAIT_MS = 8_000

/** Nobody knows yet whether the money is locked: answered as 503, and the same key finds out (GW-10). */
class NotLockedYet extends Error {
  readonly code = 'ETIMEDOUT'
}

type Customer = Pick<Actor, 'accountId' | 'kycLevel'> & { customerId: string }
type Wanted = { bankAccountId: string | undefined; value: bigint }

/** BW-14: an approved Organization, or a company by its verified name; identity is asked only where it matters. */
async function isExempt(
  deps: Deps,
  { accountId, kycLevel }: Customer,
  value: bigint,
  entityType: 'Individual' | 'Organization' | undefined,
): Promise<boolean> {
  if (entityType === 'Organization') return true
  if (entityType === undefined || !isSilver(kycLevel)) return false
  if (value <= SILVER_CAP && deps.monthlyCap === undefined) return false
  return isCompany((await deps.persons.verified(accountId)).names, deps.companyName)
}

async function commandOf(deps: Deps, id: string, by: Customer, wanted: Wanted): Promise<Of<'Request'>> {
  const { db, monthlyCap: cap } = deps
  const now = deps.now()
  const { bankAccountId, value } = wanted
  const account = bankAccountId ? await accountFor(db, bankAccountId, by.customerId) : undefined
  return {
    type: 'Request',
    reference: id,
    customerId: by.customerId,
    accountId: by.accountId,
    now,
    kycLevel: by.kycLevel,
    value,
    bankAccountId,
    bankAccount: account && { recipientId: account.recipientId },
    isCompany: await isExempt(deps, by, value, account?.entityType),
    month: cap === undefined ? undefined : { cap, soFar: await askedInMonth(db, by.customerId, now) },
  }
}

/**
 * BW-12: asks for a withdrawal. The insert, its limits and the command to lock the money are one transaction; the call
 * answers when the ledger has locked it.
 * @throws Rejection as `decide`, as the constraints, and AMOUNT_EXCEEDS_SPENDABLE; NotLockedYet where the ledger is silent
 */
export async function requestWithdrawal(
  deps: Deps,
  { id, again }: { id: string; again: boolean },
  by: Customer,
  wanted: Wanted,
): Promise<void> {
  // GW-10: a call that died before its answer was kept comes again, and finds what it made
  const before = again ? (await load(deps.db, withdrawals, id)).state : undefined
  if (!before) {
    const command = await commandOf(deps, id, by, wanted)
    await change(deps, withdrawals, id, command)
  }
  const { state } = await waitForState({
    look: () => load(deps.db, withdrawals, id),
    until: (seen) => seen.state?.status !== 'holding',
    pause: (left, seen) => deps.waiting.past(id, seen.version, left),
    ms: WAIT_MS,
  })
  if (state?.status === 'refused') throw new Rejection('AMOUNT_EXCEEDS_SPENDABLE', { field: 'value' })
  if (state?.status === 'holding') throw new NotLockedYet('the ledger has not answered')
}
