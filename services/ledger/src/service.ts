import { fileURLToPath } from 'node:url'
import { type RunningService, startService } from '@talad/shared/runtime'
import { buildApp } from './app.ts'
import type { LedgerConfig } from './config.ts'
import { COMMAND_TOPIC, subscribeCommands } from './consumers/command.ts'
import { makeDeps } from './deps.ts'
import { publish, SEAL_TOPIC, TOPIC } from './transfer/publish.ts'
import { sealing } from './transfer/seal.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** Starts the ledger: posts the commands of `ledger.command.v1`, publishes what came of them, serves statements. */
export function startLedger(config: LedgerConfig): Promise<RunningService> {
  return startService('ledger', config, migrations, async (platform) => {
    const deps = makeDeps(platform, config)
    return {
      deps,
      parts: {
        app: buildApp(deps),
        publish,
        topics: [TOPIC, SEAL_TOPIC],
        projections: [sealing],
        subscribe: async () => {
          await deps.bus.ensureTopics([COMMAND_TOPIC])
          return subscribeCommands(deps)
        },
        close: async () => {
          await deps.posting.db.end()
          await deps.prisma.$disconnect()
        },
      },
    }
  })
}
