import { published } from '@talad/shared/published'
import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { verifyLedger } from './books/proof.ts'
import { PROVED } from './books/record.ts'
import { books } from './books/stream.ts'
import { ledgerConfig } from './config.ts'
import { commands } from './consumers/command.ts'
import { makeDeps } from './deps.ts'
import { proofJob } from './jobs/proof.ts'
import { snapshotJob } from './jobs/snapshot.ts'
import { shippings } from './replicas/shipping.ts'
import { hashChain } from './transfer/hash-chain.ts'
import { publish } from './transfer/publish.ts'

const ofBooks = published(books)

/** The ledger: posts the commands of `ledger.command.v1`, publishes what came of them, serves statements. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: ledgerConfig,
  makeDeps,
  app: buildApp,
  publish: () => (row) => (row.stream.startsWith(`${books.name}-`) ? ofBooks.messages(row) : publish(row)),
  stored: [ofBooks],
  readModels: [hashChain],
  jobs: [snapshotJob, proofJob],
  consumers: [commands],
  replicas: [shippings],
  checks: [
    {
      name: 'ledger',
      description: PROVED,
      hasOwnJob: true,
      async run(db) {
        const { transfers, faults } = await verifyLedger(db)
        return { covers: `${transfers} transfers`, faults }
      },
    },
  ],
  close: (deps) => deps.posting.end(),
})
