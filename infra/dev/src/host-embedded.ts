import { loadService } from '@talad/services/services'
import type { Host } from './launch.ts'

/** Every service in this process, on the embedded bus unless brokers are named. */
export const embeddedHost: Host = {
  extras: async () => ({}),
  async start(name, env) {
    const { startIn } = await loadService(name) // loaded now, so that nothing is waited for before the first line is shown
    const service = await startIn(env)
    return { pid: () => process.pid, close: () => service.close() }
  },
}
