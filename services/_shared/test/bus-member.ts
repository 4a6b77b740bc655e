import { connectBus } from '../src/bus/connect.ts'

/**
 * A member or a publisher in a process of its own, to be killed. Told as JSON in its first argument what to do; says as
 * JSON lines what it has received or published.
 */
type Order = {
  kafkaBrokers?: string
  busDatabaseUrl?: string
  topic: string
  /** subscribe in this group, and never finish a batch */
  hangInGroup?: string
  /** publish this many messages one after the other */
  publish?: number
}

const order: Order = JSON.parse(process.argv[2] ?? '{}')
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
const bus = await connectBus({ ...order, clientId: 'member', onError: (error) => console.error(error) })

if (order.hangInGroup !== undefined) {
  await bus.subscribe({
    group: order.hangInGroup,
    topics: [order.topic],
    onError: (error) => console.error(error),
    handle: async (batch) => {
      say({ received: batch.map((message) => message.id) })
      await new Promise(() => setInterval(() => undefined, 60_000))
    },
  })
}
for (let n = 0; n < (order.publish ?? 0); n++) {
  const id = `durable-${n}`
  await bus.publish([
    {
      id,
      topic: order.topic,
      key: `${n % 5}`,
      type: 'test',
      payload: Buffer.from(id),
      headers: {},
      time: new Date(),
    },
  ])
  say({ published: id })
}
