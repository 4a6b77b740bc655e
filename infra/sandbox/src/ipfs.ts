/** The IPFS gateway: content by path, which never changes. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import type { SandboxOptions } from './options.ts'
import { notFound, read } from './refusal.ts'

const pathSchema = z.object({ '*': z.string() })

/** Routes under `/ipfs`. */
export function ipfsGateway(app: FastifyInstance, content: SandboxOptions['ipfs']) {
  app.get('/ipfs/*', faultable('ipfs', 'get'), async ({ params }, reply) => {
    const path = read(pathSchema, params)['*']
    const found = path.split('/').includes('..') ? undefined : content?.(path)
    if (!found) throw notFound('content')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(found.contentType)
      .send(typeof found.body === 'string' ? found.body : Buffer.from(found.body))
  })
}
