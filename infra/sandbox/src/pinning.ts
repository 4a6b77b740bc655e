/** A pinning service by the IPFS Pinning Service API: it keeps nothing, and says that it does. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import { read } from './refusal.ts'

type Status = 'queued' | 'pinning' | 'pinned' | 'failed'
type Record = {
  requestid: string
  status: Status
  created: string
  pin: { cid: string; name?: string | undefined }
}

const NEXT = { queued: 'pinning', pinning: 'pinned', pinned: 'pinned', failed: 'failed' } as const
const pinSchema = z.object({ cid: z.string().min(1), name: z.string().max(255).optional() })
const querySchema = z.object({
  cid: z.string().optional(),
  status: z.string().default('pinned'),
  limit: z.coerce.number().int().min(1).max(1000).default(10),
})
const controlSchema = z.strictObject({
  /** true: nothing goes on from queued */
  holds: z.boolean().optional(),
  /** CIDs of which nobody finds the content */
  fails: z.array(z.string()).optional(),
})

/** Routes under `/pinning`. @param token the access token that is taken */
export function pinningService(app: FastifyInstance, token: string, now: () => Date) {
  const records: Record[] = []
  let holds = false
  let fails: ReadonlySet<string> = new Set()

  const onlyWith = async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (headers.authorization === `Bearer ${token}`) return
    return reply
      .code(401)
      .send({ error: { reason: 'UNAUTHORIZED', details: 'Access token is missing or invalid' } })
  }
  const shown = (record: Record) => ({ ...record, delegates: [], info: {} })

  app.post(
    '/pinning/pins',
    { ...faultable('pinning', 'add'), onRequest: onlyWith },
    async ({ body }, reply) => {
      const pin = read(pinSchema, body)
      const record: Record = { requestid: randomUUID(), status: 'queued', created: now().toISOString(), pin }
      records.push(record)
      return reply.code(202).send(shown(record))
    },
  )

  // each look finds what it asks for one step further
  app.get('/pinning/pins', { ...faultable('pinning', 'list'), onRequest: onlyWith }, async ({ query }) => {
    const { cid, status, limit } = read(querySchema, query)
    const wanted = cid?.split(',')
    const about = records.filter(({ pin }) => wanted?.includes(pin.cid) ?? true)
    if (!holds) for (const one of about) one.status = fails.has(one.pin.cid) ? 'failed' : NEXT[one.status]
    const found = about.filter((one) => status.split(',').includes(one.status))
    return { count: found.length, results: found.slice(0, limit).map(shown) }
  })

  app.put('/pinning/control', async ({ body }, reply) => {
    const told = read(controlSchema, body)
    holds = told.holds ?? holds
    fails = told.fails ? new Set(told.fails) : fails
    return reply.code(204).send()
  })
}
