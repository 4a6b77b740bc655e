import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { z } from 'zod'
import { around, type Strike, type Watch } from './strike.ts'

/** Far enough above the client's heartbeat of 1 s, near enough that a killed process is not waited for long. */
const SESSION_TIMEOUT_MS = 4_000
const API = { produce: 0, offsetCommit: 8 }
const API_KEY_AT = 4
const MAX_REMEMBERED = 50_000

const header = z.unknown().transform((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : ''))
const fetched = z.object({
  responses: z.array(
    z.object({
      partitions: z.array(
        z.object({
          messages: z.array(z.object({ headers: z.object({ ce_id: header, ce_type: header }).optional() })),
        }),
      ),
    }),
  ),
})

type Ask = (this: unknown, given: Record<string, unknown>) => Promise<unknown>
type Broker = { prototype: Record<'produce' | 'offsetCommit' | 'fetch' | 'joinGroup', Ask> }

/** Dies as soon as the next request of this kind is with the kernel. @returns ends the watch */
function dieOnWrite(api: number, strike: Strike): () => void {
  const write = Socket.prototype.write as (...given: unknown[]) => boolean
  Socket.prototype.write = function (this: Socket, ...given: unknown[]) {
    const [data] = given
    const isIt = Buffer.isBuffer(data) && data.length > API_KEY_AT + 2 && data.readInt16BE(API_KEY_AT) === api
    const done = Reflect.apply(write, this, given)
    if (!isIt) return done
    if (this.writableLength === 0) strike.die()
    else Reflect.apply(write, this, ['', strike.die])
    return done
  } as typeof Socket.prototype.write
  return () => {
    Socket.prototype.write = write as typeof Socket.prototype.write
  }
}

const topicsOf = z.array(z.object({ topic: z.string() }))

/**
 * Watches what this process sends to Kafka: each batch of messages, by topic, and each saved offset, by group. Also
 * has the group let go of a killed member sooner.
 * @returns the kind of a message that was fetched, by its id
 */
export function watchKafka(service: string, watch: Watch): (messageId: string) => string | undefined {
  const load = createRequire(new URL('../../../../services/_shared/src/bus/kafka.ts', import.meta.url))
  const { prototype } = load('kafkajs/src/broker') as Broker
  const { produce, offsetCommit, fetch, joinGroup } = prototype
  const types = new Map<string, string>()

  function watched(api: number, ask: Ask, pointsOf: (given: Record<string, unknown>) => string[]): Ask {
    return function (given) {
      const strike = watch(pointsOf(given))
      if (strike?.phase !== 'during') return around(strike, () => ask.call(this, given))
      const unwatch = dieOnWrite(api, strike)
      return ask.call(this, given).catch((error: unknown) => {
        unwatch()
        strike.spare() // it was never sent
        throw error
      })
    }
  }
  prototype.produce = watched(API.produce, produce, ({ topicData }) =>
    topicsOf.parse(topicData).map(({ topic }) => `${service} publish ${topic}`),
  )
  prototype.offsetCommit = watched(API.offsetCommit, offsetCommit, ({ groupId }) => [
    `${service} offset ${String(groupId).replace(/\d+$/, 'n')}`,
  ])
  prototype.joinGroup = function (given) {
    return joinGroup.call(this, { ...given, sessionTimeout: SESSION_TIMEOUT_MS })
  }
  prototype.fetch = async function (given) {
    const answer = await fetch.call(this, given)
    for (const { partitions } of fetched.parse(answer).responses)
      for (const { messages } of partitions)
        for (const { headers } of messages)
          if (headers) types.set(headers.ce_id, headers.ce_type.split('.').at(-1) ?? '')
    for (const id of types.keys()) {
      if (types.size <= MAX_REMEMBERED) break
      types.delete(id)
    }
    return answer
  }
  return (id) => types.get(id)
}
