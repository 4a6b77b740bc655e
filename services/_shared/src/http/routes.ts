import type { Policy } from '@talad/proto/http/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Auth, authorize } from './auth.ts'

/** An address that is served, and who may call it. */
export type Served = { method: string; url: string; policy: Policy }

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Has every route say who may call it, and holds it to that: a route without a policy is refused when it is registered,
 * so that neither the service nor its tests start (B25). The policy is judged before the body is parsed: a stranger
 * learns nothing about shapes.
 * @param open addresses that everybody may read without a policy
 * @returns the routes, as they are registered
 */
export function guardRoutes(
  fastify: FastifyInstance,
  auth: Auth,
  open: readonly string[],
): readonly Served[] {
  const served: Served[] = []
  const guard = async (request: FastifyRequest) => {
    const { policy } = request.routeOptions.config
    if (policy === undefined) throw new Error(`${request.routeOptions.url} has lost its policy`)
    request.actor = await authorize(auth, policy, request)
  }
  fastify.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    const policy = route.config?.policy
    if (policy === undefined) {
      if (open.includes(route.url) && methods.every((method) => READING.has(method))) return
      throw new Error(`${methods.join(' ')} ${route.url} has no policy: say who may call it`)
    }
    served.push(...methods.map((method) => ({ method, url: route.url, policy })))
    const own = [route.onRequest ?? []].flat()
    // the HEAD route that comes with a GET brings the hooks of the GET along
    route.onRequest = own.includes(guard) ? own : [guard, ...own]
  })
  return served
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** GW-3: the service that calls, where the call is one among services */
    caller?: string | undefined
    /** id of the site that the request is for; undefined: the main one */
    site: string | undefined
  }
  interface FastifyContextConfig {
    policy?: Policy
  }
}
