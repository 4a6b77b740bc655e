import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'

/** Whether a request came to a host of the admins' app. */
export function isAdminHost(
  config: Pick<GatewayConfig, 'ADMIN_ORIGINS'>,
  request: Pick<FastifyRequest, 'host'>,
): boolean {
  const asked = request.host.toLowerCase()
  return config.ADMIN_ORIGINS.some((origin) => new URL(origin).host === asked)
}
