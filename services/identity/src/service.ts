import { fileURLToPath } from 'node:url'
import { type RunningService, startService } from '@talad/shared/runtime'
import { publish, TOPIC } from './account/publish.ts'
import { buildApp } from './app.ts'
import type { IdentityConfig } from './config.ts'
import { makeDeps } from './deps.ts'
import { startHousekeeping } from './housekeeping.ts'

const migrations = fileURLToPath(new URL('../prisma/migrations', import.meta.url))

/** Starts identity: sign-in, tokens, wallet signing; publishes what others may know of accounts. */
export function startIdentity(config: IdentityConfig): Promise<RunningService> {
  return startService('identity', config, migrations, async (platform) => {
    const deps = makeDeps(platform, config)
    await deps.keys.renew(config.SIGNING_KEY_DAYS)
    return {
      deps,
      parts: {
        app: buildApp(deps),
        publish,
        topics: [TOPIC],
        loops: () => [startHousekeeping(deps)],
        close: () => deps.prisma.$disconnect(),
      },
    }
  })
}
