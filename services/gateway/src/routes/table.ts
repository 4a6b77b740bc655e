import { base, type Endpoint } from '@talad/proto/http/contract'
import { manifests } from '@talad/services/manifests'

/** Every call of every service, as the contracts describe them. */
export const everyEndpoint: readonly Endpoint[] = manifests.flatMap(({ contract }): Endpoint[] =>
  Object.values(contract),
)

export const SELF = 'gateway'

/** GW-28: calls that exist only in development; the sign-in among them is open to visitors, so its path tells. */
export function isForDevelopment({ auth, path }: Pick<Endpoint, 'auth' | 'path'>): boolean {
  return (
    auth.kind === 'dev' || path.startsWith(`${base.dev}/`) || path.startsWith(`${base.identity}/devtool/`)
  )
}

/** A call and the base address of the service that answers it. */
export type Route = { endpoint: Endpoint; upstream: string }

export type Exposure = { upstreams: Readonly<Record<string, string>>; devMode: boolean }

/** Whether browsers may see a call at all: calls among services never come through here (GW-3). */
function isExposed(endpoint: Endpoint, devMode: boolean): boolean {
  return endpoint.auth.kind !== 'internal' && (devMode || !isForDevelopment(endpoint))
}

/** GW-2: exactly the calls of the contracts whose service has an address; nothing is forwarded by pattern. */
export function routeTable(exposure: Exposure, endpoints = everyEndpoint): Route[] {
  return endpoints.flatMap((endpoint) => {
    const upstream = exposure.upstreams[endpoint.service]
    if (upstream === undefined || endpoint.service === SELF) return []
    return isExposed(endpoint, exposure.devMode) ? [{ endpoint, upstream }] : []
  })
}

/** What the documentation shows: the table, and what the gateway answers itself. */
export function exposedEndpoints(exposure: Exposure): Endpoint[] {
  return [
    ...everyEndpoint.filter(({ service }) => service === SELF),
    ...routeTable(exposure).map(({ endpoint }) => endpoint),
  ]
}
