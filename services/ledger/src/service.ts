import { defineService } from '@talad/shared/service'
import { manifest } from '../manifest.ts'
import { buildApp } from './app.ts'
import { ledgerConfig } from './config.ts'
import { COMMAND_TOPIC, subscribeCommands } from './consumers/command.ts'
import { makeDeps } from './deps.ts'
import { publish } from './transfer/publish.ts'
import { sealing } from './transfer/seal.ts'

/** The ledger: posts the commands of `ledger.command.v1`, publishes what came of them, serves statements. */
export const service = defineService({
  manifest,
  at: import.meta.url,
  config: ledgerConfig,
  makeDeps,
  app: buildApp,
  publish: () => publish,
  readModels: [sealing],
  async subscribe(deps) {
    await deps.bus.ensureTopics([COMMAND_TOPIC])
    return subscribeCommands(deps)
  },
  async close(deps) {
    await deps.posting.db.end()
    await deps.prisma.$disconnect()
  },
})
