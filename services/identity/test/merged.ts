import { fromBinary } from '@bufbuild/protobuf'
import { type AccountMerged, AccountMergedSchema } from '@talad/proto/identity/v1/events'
import { connectPostgresBus } from '@talad/shared/bus/postgres'
import type { System } from './harness.ts'

/** What identity publishes of merges, from now on. @param group of the bus */
export async function hearMerged(system: System, group: string) {
  const merged: AccountMerged[] = []
  const bus = await connectPostgresBus(system.busUrl, { onError: console.error })
  const subscription = await bus.subscribe({
    group,
    topics: ['identity.account.v1'],
    onError: console.error,
    handle: async (batch) => {
      for (const { type, payload } of batch)
        if (type === AccountMergedSchema.typeName) merged.push(fromBinary(AccountMergedSchema, payload))
    },
  })
  return {
    merged,
    async close() {
      await subscription.close()
      await bus.close()
    },
  }
}
