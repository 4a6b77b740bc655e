import { createClient } from '@talad/proto/http/client'
import { accountChecksHttp as http } from '@talad/proto/http/identity/account-checks'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { ModerationConfig } from '../config.ts'

/** Whether somebody has a customer id. @throws Rejection UNAVAILABLE when identity can't be asked */
export type IsCustomer = (customerId: string) => Promise<boolean>

const TIMEOUT_MS = 2_000

export function makeIsCustomer(
  { JWKS_URL, INTERNAL_TOKENS: [internalToken = ''] }: ModerationConfig,
  log: Pick<Platform['log'], 'warn'>,
): IsCustomer {
  const call = createClient({ baseUrl: new URL(JWKS_URL).origin, timeoutMs: TIMEOUT_MS })
  const headers = { 'x-internal-token': internalToken }
  return async (customer_id) => {
    const answer = await call(http.customerKnown, { query: { customer_id } }, { headers }).catch((err) => {
      log.warn({ err }, 'identity can not be asked')
      throw new Rejection('UNAVAILABLE')
    })
    return answer.known
  }
}

/**
 * Who is to get money or power is somebody; outside of any transaction, as identity is asked.
 * @throws Rejection CUSTOMER_NOT_FOUND, UNAVAILABLE
 */
export async function requireCustomer(
  { isCustomer }: { isCustomer: IsCustomer },
  customerId: string,
  field: string,
): Promise<void> {
  if (!(await isCustomer(customerId))) throw new Rejection('CUSTOMER_NOT_FOUND', { field })
}
