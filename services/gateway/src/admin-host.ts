import type { FastifyRequest } from 'fastify'
import { hostOf, type Sites } from './site/sites.ts'

/** Whether a request came to a host of the admins' app. */
export function isAdminHost(sites: Pick<Sites, 'at'>, request: Pick<FastifyRequest, 'headers'>): boolean {
  return sites.at(hostOf(request))?.isAdmin ?? false
}

/** Whose pages may read with what this request brings: an admin's are read by no page of users (GW-25). */
export function ownOrigins(
  sites: Pick<Sites, 'at' | 'origins'>,
  request: Pick<FastifyRequest, 'headers'>,
): readonly string[] {
  return sites.origins(isAdminHost(sites, request) ? 'admins' : 'users')
}
