import { Rejection } from '@talad/shared/rejection'

/** That business says no is an answer too. @returns its word */
export async function answered(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    return error.code
  }
}

/** Who decides. */
export const admin = { accountId: 'account-admin', customerId: 'join-admin' }
