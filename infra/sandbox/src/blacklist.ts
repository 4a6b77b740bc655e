/** A publisher of a list of sites that cheat, in the form of the well-known ones: `blacklist` beside other settings. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import { read } from './refusal.ts'

const listSchema = z.strictObject({ blacklist: z.array(z.string()) })

/** Routes under `/blacklist`. */
export function blacklist(app: FastifyInstance) {
  let sites = ['free-mint.example', 'claim-gift.example', 'wallet-check.example']

  app.get('/blacklist/config.json', faultable('blacklist', 'list'), async () => ({
    version: 2,
    blacklist: sites,
  }))

  app.put('/blacklist/control', async ({ body }, reply) => {
    sites = read(listSchema, body).blacklist
    return reply.code(204).send()
  })
}
