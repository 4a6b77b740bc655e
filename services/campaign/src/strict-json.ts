import { hasDuplicateKeys } from '@talad/proto/http/campaign/payload/duplicate-keys'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'

/** Refuses bodies in which a key is named twice: what would be signed is not what one of two readers has read. */
export function refuseDuplicateKeys({ fastify }: App): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parse.call(fastify, request, String(body), (error, value) => {
      const twice = error === null && hasDuplicateKeys(String(body))
      done(
        twice
          ? new Rejection('VALIDATION', { field: 'body', details: { reason: 'must not name a key twice' } })
          : error,
        value,
      )
    })
  })
}
