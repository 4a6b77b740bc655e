import { fromBinary } from '@bufbuild/protobuf'
import type { Random } from '@talad/demo/random'
import { decide, type OrderCommand } from '@talad/order-book/order/decide'
import { publish } from '@talad/order-book/order/publish'
import { evolve, initialOrder, publicStateOf } from '@talad/order-book/order/state'
import type { Terms } from '@talad/order-book/public-state/terms'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { fillOf, putOf, termsOf } from '../order-samples.ts'
import { NOW, sent } from './steps.ts'

const start = Math.floor(NOW.getTime() / 1_000) - 3_600
const end = start + 86_400

/** Terms of a made-up order that is on sale now. */
export function saleOf(name: string, about: Partial<Terms> = {}): Terms {
  const terms = termsOf(name)
  return {
    ...terms,
    start,
    end,
    signedEnd: end + 3_600,
    createdAt: new Date(start * 1_000),
    distribution: [
      { customerId: null, type: 'service', basisPoints: 250, value: 250n },
      { customerId: 'join-artist', type: 'royalty', basisPoints: 500, value: 500n },
      { customerId: terms.customerId, type: 'net', basisPoints: 9_250, value: 9_250n },
    ],
    ...about,
  }
}

/** What the order book publishes of an order to which this happens, as its own decider has it. */
export function lifeOf(terms: Terms, commands: readonly OrderCommand[]): OutMessage[] {
  let state = initialOrder
  let version = 0
  const messages: OutMessage[] = []
  for (const command of [putOf(terms), ...commands])
    for (const event of decide(command, state)) {
      state = evolve(state, event)
      version += 1
      const happened = { id: terms.hash.slice(2), version, event, view: publicStateOf(state), at: NOW }
      for (const out of publish(happened)) messages.push(sent('order-book', `${terms.hash}.${version}`, out))
    }
  return messages
}

/** What a copy must know of an order after this message. */
export function copyOf({ payload }: OutMessage): string {
  const { hash, revision, status, inactive, filled } = fromBinary(OrderChangedSchema, payload)
  return `${hash} ${revision} ${status} ${inactive ? 't' : 'f'} ${filled}`
}

/** What happens to an order: it sells, is shown and hidden, a sale is taken back, the seller gives up. */
export function randomLife(name: string, random: Random): OrderCommand[] {
  const life: OrderCommand[] = []
  for (let n = 0; n < 3 + random() * 4; n++) {
    const sale = fillOf(name, Math.floor(random() * 3), 1n)
    const all: OrderCommand[] = [
      { type: 'SetActivity', reasons: ['approval'] },
      { type: 'SetActivity', reasons: [] },
      { type: 'SeeFact', fact: sale },
      { type: 'SeeFact', fact: sale },
      { type: 'RevertFact', key: sale.key, raised: [] },
      { type: 'SeeFact', fact: { ...sale, key: 'cancelled', kind: 'cancelled' } },
      { type: 'RevertFact', key: 'cancelled', raised: [] },
    ]
    const one = all[Math.floor(random() * all.length)]
    if (one) life.push(one)
  }
  return life
}
