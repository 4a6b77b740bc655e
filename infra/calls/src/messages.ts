import type { Run } from '@talad/dev/run-file'
import { connectBus } from '@talad/shared/bus/connect'
import { newId } from '@talad/shared/ids'

/** What a message of ours is called: what can't be read of them stays parked until somebody drops it. */
export const POISON = 'poison-'

/** Puts a message on the bus that no service has sent. @returns its id, which is its key too */
export async function publish(run: Run, topic: string, type: string, payload: Uint8Array): Promise<string> {
  const bus = await connectBus({
    kafkaBrokers: run.kafkaBrokers,
    busDatabaseUrl: run.databases.bus,
    clientId: 'calls',
    onError: () => undefined,
  })
  const time = new Date()
  const id = `${POISON}${newId(time)}`
  const about = { ce_specversion: '1.0', ce_id: id, ce_source: 'calls', ce_type: type, ce_correlationid: id }
  const headers = { ...about, ce_time: time.toISOString() }
  await bus.publish([{ id, topic, key: id, type, payload, time, headers }])
  await bus.close()
  return id
}
