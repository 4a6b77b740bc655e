import { Rejection } from '@talad/shared/rejection'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Previews } from './previews.ts'

export const SHARE_PATH = '/share/:kind/:id/:file'

const params = z.object({
  kind: z.enum(['asset', 'collection']),
  id: z.string().regex(/^[0-9a-f]{24}$/),
  file: z.string().regex(/^[0-9a-f]{32}\.jpg$/),
})

/** The pictures of previews, for the servers of LINE and others: everybody's, named by their content. */
export function shareRoutes(fastify: FastifyInstance, previews: Previews): void {
  fastify.get(SHARE_PATH, async (request, reply) => {
    const asked = params.safeParse(request.params)
    if (!asked.success) throw new Rejection('NOT_FOUND')
    const { kind, id, file } = asked.data
    const picture = await previews.picture(kind, id, {
      site: request.site,
      digest: file.slice(0, -'.jpg'.length),
    })
    if (typeof picture === 'string') {
      // the price has changed since the link was shared: what is shown is never older than a minute
      return reply.header('cache-control', 'public, max-age=60').redirect(picture, 302)
    }
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        // others show it on their own pages
        .header('cross-origin-resource-policy', 'cross-origin')
        .type('image/jpeg')
        .send(picture)
    )
  })
}
