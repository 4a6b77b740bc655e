import { counted, type OutsideCalls } from '@talad/shared/metrics/outside'
import type { Platform } from '@talad/shared/platform'
import { makeSealer, type Sealer } from '@talad/shared/sealing'
import { startWaiting, type Waiting } from '@talad/shared/waiting'
import type { BankWithdrawalConfig } from './config.ts'
import { createPayoutProvider, type PayoutProvider } from './payout/client.ts'
import { makePersons, type Persons } from './person/client.ts'

export type Deps = Platform & {
  /** ID-42: bank accounts and the names of who registers them */
  details: Sealer
  persons: Persons
  provider: PayoutProvider
  /** how many of its calls were answered */
  payoutCalls: OutsideCalls
  waiting: Waiting
  companyName: RegExp
  monthlyCap: bigint | undefined
}

const TIMEOUT_MS = 8_000

export function makeDeps(
  platform: Platform,
  config: BankWithdrawalConfig,
  outside: Partial<Deps> = {},
): Deps {
  const { db, notifier, log } = platform
  const onError = (error: unknown) => log.warn({ err: error }, 'will look again')
  const payout = counted(
    createPayoutProvider({
      baseUrl: config.PAYOUT_URL,
      secretKey: config.PAYOUT_SECRET_KEY,
      timeoutMs: TIMEOUT_MS,
    }),
  )
  return {
    ...platform,
    details: makeSealer(config.PERSONAL_DATA_KEY, 'bank-withdrawal.bank-account'),
    persons: makePersons({
      url: config.IDENTITY_URL,
      internalToken: config.INTERNAL_TOKENS[0] ?? '',
      timeoutMs: TIMEOUT_MS,
      log,
    }),
    provider: payout.client,
    payoutCalls: payout.calls,
    waiting: startWaiting({ db, notifier, table: 'withdrawal', onError }),
    companyName: config.COMPANY_NAME_PATTERN,
    monthlyCap: config.SILVER_MONTHLY_CAP,
    ...outside,
  }
}
