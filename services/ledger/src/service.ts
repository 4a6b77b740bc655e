import { runBatchConsumer } from '@talad/shared/batch-consumer'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { verifyLedger } from './books/proof.ts'
import { ledgerConfig } from './config.ts'
import { commands } from './consumers/command.ts'
import { makeDeps } from './deps.ts'
import { hashChain } from './transfer/hash-chain.ts'
import { publish } from './transfer/publish.ts'

/** The ledger: posts the commands of `ledger.command.v1`, publishes what came of them, serves statements. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: ledgerConfig,
  makeDeps,
  app: buildApp,
  publish: () => publish,
  readModels: [hashChain],
  groups: [commands.group],
  checks: [
    {
      name: 'ledger',
      says: 'the hash chain matches the log and the flows, each balance is the sum of its flows, all sum to zero',
      async run(db) {
        const { transfers, faults } = await verifyLedger(db)
        return { covers: `${transfers} transfers`, faults }
      },
    },
  ],
  subscribe: (deps) => runBatchConsumer(deps, commands),
  close: (deps) => deps.posting.end(),
})
