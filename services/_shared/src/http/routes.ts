import type { Policy } from '@talad/proto/http/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentKey } from './api-key.ts'
import {
  type Actor,
  type ApiKey,
  type Auth,
  authorize,
  authorizeInProject,
  type CallerPorts,
} from './auth.ts'

/** An address that is served, and who may call it. */
export type Served = { method: string; url: string; policy: Policy }

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a policy is judged by, where that is more than a token and a secret. */
function portsOf(policy: Policy): (keyof CallerPorts)[] {
  if (policy.kind === 'key') return ['apiKeys']
  if (policy.kind !== 'project') return []
  return policy.scope === undefined ? ['projectRoles'] : ['projectRoles', 'apiKeys']
}

/**
 * Has every route say who may call it, and holds it to that: a route without a policy is refused when it is registered,
 * so that neither the service nor its tests start (B25). The policy is judged before the body is parsed, and what it says of
 * a project before the body is validated: a stranger learns nothing about shapes.
 * @param about.ports what the service knows of callers: a route that needs what isn't there is refused too
 * @param about.open addresses that everybody may read without a policy
 * @returns the routes, as they are registered
 */
export function guardRoutes(
  fastify: FastifyInstance,
  auth: Auth,
  { open, ports }: { open: readonly string[]; ports: CallerPorts },
): readonly Served[] {
  const served: Served[] = []
  const guard = async (request: FastifyRequest) => {
    const { policy } = request.routeOptions.config
    if (policy === undefined) throw new Error(`${request.routeOptions.url} has lost its policy`)
    request.actor = await authorize(auth, policy, request)
  }
  const guardProject = async (request: FastifyRequest) => {
    const { policy } = request.routeOptions.config
    if (policy !== undefined) await authorizeInProject(policy, request, ports)
  }
  fastify.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    const policy = route.config?.policy
    if (policy === undefined) {
      if (open.includes(route.url) && methods.every((method) => READING.has(method))) return
      throw new Error(`${methods.join(' ')} ${route.url} has no policy: say who may call it`)
    }
    const missing = portsOf(policy).find((port) => ports[port] === undefined)
    if (missing !== undefined)
      throw new Error(
        `${methods.join(' ')} ${route.url} needs callers.${missing}, which the service doesn't give`,
      )
    served.push(...methods.map((method) => ({ method, url: route.url, policy })))
    const own = [route.onRequest ?? []].flat()
    // the HEAD route that comes with a GET brings the hooks of the GET along
    route.onRequest = own.includes(guard) ? own : [guard, ...own]
    if (portsOf(policy).length === 0) return
    const later = [route.preValidation ?? []].flat()
    route.preValidation = later.includes(guardProject) ? later : [guardProject, ...later]
  })
  return served
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** who calls where it is no person: a service (GW-3), or `key:` with the id of an API key */
    caller?: string | undefined
    /** id of the site that the request is for; undefined: the main one */
    site: string | undefined
    /** what was sent as an API key by who calls with one, before it is known whether it counts */
    sentKey?: SentKey | undefined
    /** the key that calls, where one does */
    apiKey?: ApiKey | undefined
  }
  interface FastifyContextConfig {
    policy?: Policy
  }
}
