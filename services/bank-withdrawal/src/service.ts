import { outsideCalls } from '@talad/shared/metrics/outside'
import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { bankRequests } from './bank-request/stream.ts'
import { bankWithdrawalConfig } from './config.ts'
import { booksConsumers } from './consumers/books.ts'
import { ledgerConsumers } from './consumers/ledger.ts'
import { personErased } from './consumers/person.ts'
import { makeDeps } from './deps.ts'
import { payoutJob } from './jobs/payout.ts'
import { reconciliationJob } from './jobs/reconciliation.ts'
import { vettingJob } from './jobs/vetting.ts'
import { books } from './replicas/books.ts'
import { withdrawals } from './withdrawal/stream.ts'

/** Bank accounts and withdrawals: from the lock of earned baht to the payout. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: bankWithdrawalConfig,
  makeDeps,
  app: buildApp,
  gauges: async ({ payoutCalls }) => outsideCalls('payout', payoutCalls),
  streams: [published(bankRequests), published(withdrawals)],
  consumers: [...ledgerConsumers, ...booksConsumers, personErased],
  replicas: [books],
  jobs: [vettingJob, payoutJob, reconciliationJob],
  close: (deps) => deps.waiting.close(),
})
