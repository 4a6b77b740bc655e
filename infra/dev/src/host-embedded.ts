import { startEmbedded } from './embedded-services.ts'
import type { Host } from './launch.ts'

/** Every service in this process, on the embedded bus unless brokers are named. */
export const embeddedHost: Host = {
  extras: async () => ({}),
  async start(name, env) {
    const service = await startEmbedded(name, env)
    return { pid: () => process.pid, close: () => service.close() }
  },
}
