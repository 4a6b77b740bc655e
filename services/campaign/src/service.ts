import { refreshBlacklist } from '@talad/shared/blacklist/refresh'
import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { apiKeys } from './api-key/stream.ts'
import { buildApp } from './app.ts'
import { campaigns } from './campaign/stream.ts'
import { campaignConfig } from './config.ts'
import { accountChanged } from './consumers/account.ts'
import { accountMerged } from './consumers/merge.ts'
import { contracts } from './contract/stream.ts'
import { makeDeps } from './deps.ts'
import { holdings } from './holding/stream.ts'
import { deploymentJob } from './jobs/deployment.ts'
import { mergeRestJob } from './jobs/merge-rest.ts'
import { mintBatchJob } from './jobs/mint-batch.ts'
import { mintJudgementJob } from './jobs/mint-judgement.ts'
import { mintRetryJob } from './jobs/mint-retry.ts'
import { mintWaitingJob } from './jobs/mint-waiting.ts'
import { reconciliationJob } from './jobs/reconciliation.ts'
import { dryRunsJob, pendingTriggersJob } from './jobs/trigger.ts'
import { members } from './member/stream.ts'
import { noteTransactions } from './mint/note.ts'
import { mints } from './mint/stream.ts'
import { pinAgain, pinJob } from './pinning/jobs.ts'
import { bindings, privileges } from './privilege/stream.ts'
import { projects } from './project/stream.ts'
import { accounts } from './replicas/account.ts'
import { triggers } from './trigger/stream.ts'
import { collections, items } from './virtual/stream.ts'

/** Campaign: projects, and which people and programs may do what in them. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: campaignConfig,
  makeDeps,
  app: buildApp,
  streams: [
    published(projects),
    published(members),
    published(apiKeys),
    published(collections),
    published(items),
    published(contracts),
    published(holdings),
    published(mints),
    published(triggers),
    published(campaigns),
    published(privileges),
    published(bindings),
  ],
  consumers: [accountChanged, accountMerged],
  replicas: [accounts],
  jobs: [
    deploymentJob,
    mergeRestJob,
    mintBatchJob,
    mintJudgementJob,
    mintRetryJob,
    mintWaitingJob,
    reconciliationJob,
    pendingTriggersJob,
    dryRunsJob,
    pinJob,
    pinAgain,
    refreshBlacklist,
  ],
  loops: (deps) => [deps.minter.start((tx, changes) => noteTransactions(tx, deps, changes))],
  async close({ minter, uploads, batcher }) {
    await batcher.close()
    await minter.close()
    await uploads.close()
  },
})
