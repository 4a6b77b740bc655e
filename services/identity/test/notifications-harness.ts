import { listNotifications } from '@talad/proto/http/identity/notifications'
import type { outgoing } from '@talad/shared/bus/port'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import { openDb } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { claimsOf, startSystem } from './harness.ts'

/** The contract that the news of these tests are about. */
export const contract = `0x${'c0'.repeat(20)}`

/** Identity, people who look into their bell, and a way to tell it what others publish. */
export async function startBell(postgres: string) {
  const system = await startSystem(postgres)
  const db = openDb(system.config.DATABASE_URL)
  const bus = await connectPostgresBus(system.busUrl, { onError: () => undefined })
  return {
    system,
    db,
    bus,
    async enter(user: string) {
      const answer = await system.browser().call(`/identity/devtool/dev-auth?user=${user}`)
      const token = String(Reflect.get(Reflect.get(Object(answer.body), 'tokenPair'), 'accessToken'))
      const call = system.client(token)
      return {
        call,
        account: claimsOf(token).sub,
        kinds: async () => (await call(listNotifications, {})).list.map(({ kind }) => kind),
      }
    },
    send: (out: ReturnType<typeof outgoing>, id = newId()) =>
      bus.publish([{ ...out, id, headers: {}, time: new Date() }]),
    async close() {
      await bus.close()
      await db.end()
      await system.stop()
    },
  }
}

export type Bell = Awaited<ReturnType<typeof startBell>>
