import { fileURLToPath } from 'node:url'
import { type RunningService, startService } from '@talad/shared/runtime'
import { buildApp } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { makeDeps } from './deps.ts'
import { subscribeLive } from './live/subscribe.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** Starts the gateway: forwards the calls of the contracts, pushes live updates, serves the web app. */
export function startGateway(config: GatewayConfig): Promise<RunningService> {
  return startService('gateway', config, migrations, async (platform) => {
    const deps = makeDeps(platform, config)
    return {
      deps,
      parts: {
        app: await buildApp(deps),
        subscribe: () => subscribeLive(deps),
        close: async () => deps.redis?.disconnect(),
      },
    }
  })
}
