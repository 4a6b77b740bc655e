import { fromBinary } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { type Random, times } from '@talad/demo/random'
import type { Terms } from '@talad/order-book/public-state/terms'
import { SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { type OutMessage, outgoing } from '@talad/shared/bus/port'
import { hexOf } from '../order-samples.ts'
import { NOW, type Step, sent } from './steps.ts'

type Item = Pick<Terms, 'blockchain' | 'contract' | 'tokenId'>

/** A suspension of one token that goes on and off, a message each. */
export function suspensionOf(
  name: string,
  { blockchain, contract, tokenId }: Item,
  changes = 1,
): OutMessage[] {
  return times(changes, (n) => {
    const about = { suspensionId: name, blockchain, contractAddress: contract, at: timestampFromDate(NOW) }
    const status = n % 2 === 0 ? 'suspended' : 'unsuspended'
    const message = { ...about, status, tokenFrom: tokenId, tokenTo: tokenId, revision: n + 1 }
    const key = `${blockchain}:${contract}`
    return sent(
      'moderation',
      `${name}.${n}`,
      outgoing('moderation.suspension.v1', key, SuspensionChangedSchema, message),
    )
  })
}

/** Suspensions of what nobody buys. */
export function otherSuspensions(name: string, random: Random): OutMessage[][] {
  const contract = hexOf(`a contract of ${name}`, 40)
  const changes = () => 1 + Math.floor(random() * 4)
  return times(2, (n) =>
    suspensionOf(`other-${n}`, { blockchain: 'kub', contract, tokenId: `${n}` }, changes()),
  )
}

/** What a copy must know of the suspensions in these steps. */
export function copiesOf<D>(steps: readonly Step<D>[]): string[] {
  const copies = new Map<string, string>()
  for (const step of steps) {
    if (!('message' in step) || step.message.type !== SuspensionChangedSchema.typeName) continue
    const { suspensionId, revision, status } = fromBinary(SuspensionChangedSchema, step.message.payload)
    copies.set(suspensionId, `suspension ${suspensionId} ${revision} ${status === 'suspended' ? 't' : 'f'}`)
  }
  return [...copies.values()]
}
