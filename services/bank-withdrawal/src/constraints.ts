import { Rejection } from '@talad/shared/rejection'
import pg from 'pg'

/** What the constraints of the rows mean to who meets them. */
const REJECTIONS: Readonly<Record<string, { code: string; field?: string }>> = {
  bank_request_open: { code: 'BANK_REQUEST_OPEN' }, // BW-3
  bank_accounts_five: { code: 'TOO_MANY_BANK_ACCOUNTS' }, // BW-3
  bank_account_duplicate: { code: 'DUPLICATE_BANK_ACCOUNT', field: 'bank_account_data.account_number' }, // BW-4
  bank_account_in_use: { code: 'BANK_ACCOUNT_IN_USE' }, // BW-9
  withdrawal_bank_account: { code: 'BANK_ACCOUNT_NOT_FOUND', field: 'bank_account_id' }, // BW-9
  withdrawal_open: { code: 'WITHDRAWAL_OPEN' }, // BW-12
}

/** Runs a change whose limits are constraints. @throws Rejection for the one that was broken */
export async function withinLimits<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    const broken = constraint === undefined ? undefined : REJECTIONS[constraint]
    if (!broken) throw error
    throw new Rejection(broken.code, broken.field === undefined ? {} : { field: broken.field })
  }
}
