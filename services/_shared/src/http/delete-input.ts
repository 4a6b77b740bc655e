import type { FastifyRequest } from 'fastify'
import { Rejection } from '../rejection.ts'

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/**
 * GW-14: what a DELETE is about stands in its query; a JSON body may say the same, for those who send it there. After this
 * all of it is the query.
 * @throws Rejection VALIDATION naming the field that both say differently, or that can't stand in a query
 */
export function bodyIntoQuery(request: Pick<FastifyRequest, 'query' | 'body'>): void {
  const { body, query } = request
  if (body === undefined || body === null) return
  if (typeof body !== 'object' || Array.isArray(body)) throw new Rejection('VALIDATION', { field: 'body' })
  const said = new Map(Object.entries(query ?? {}))
  for (const [field, value] of Object.entries(body)) {
    if (!isScalar(value)) throw new Rejection('VALIDATION', { field })
    const known = said.get(field)
    if (known !== undefined && known !== String(value)) {
      throw new Rejection('VALIDATION', {
        field,
        details: { reason: 'the query and the body say different things' },
      })
    }
    said.set(field, String(value))
  }
  request.query = Object.fromEntries(said)
  request.body = undefined
}
