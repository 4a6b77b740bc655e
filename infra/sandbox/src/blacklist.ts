/** A publisher of a list of sites that cheat, in the form of the well-known ones: `blacklist` beside other settings. */
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import { read } from './refusal.ts'

const listSchema = z.strictObject({
  blacklist: z.array(z.string()).optional(),
  /** true: the archive ends in its middle */
  cut: z.boolean().optional(),
})

/** Routes under `/blacklist`. */
export function blacklist(app: FastifyInstance) {
  let sites = ['free-mint.example', 'claim-gift.example', 'wallet-check.example']
  let isCut = false

  app.get('/blacklist/config.json', faultable('blacklist', 'list'), async () => ({
    version: 2,
    blacklist: sites,
  }))

  app.get('/blacklist/config.json.gz', faultable('blacklist', 'list'), async (_request, reply) => {
    const archive = gzipSync(JSON.stringify({ version: 2, blacklist: sites }))
    return reply.type('application/gzip').send(isCut ? archive.subarray(0, archive.length / 2) : archive)
  })

  app.put('/blacklist/control', async ({ body }, reply) => {
    const told = read(listSchema, body)
    sites = told.blacklist ?? sites
    isCut = told.cut ?? isCut
    return reply.code(204).send()
  })
}
