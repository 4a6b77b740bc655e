import type { Example } from '@talad/gateway/docs/examples'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { base, type Endpoint } from '@talad/proto/http/contract'

/** The calls that are for everybody's use: not those of admins, nor of services among each other. */
export const usersCalls: readonly Endpoint[] = everyEndpoint.filter(
  ({ auth, path }) => auth.kind !== 'admin' && auth.kind !== 'internal' && !path.startsWith(base.admin),
)

type Match = { endpoint: Endpoint; params: Record<string, string> }

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`)
}

/** Fixed addresses come before those with a parameter in the same place. */
const table = usersCalls
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))
  .toSorted((one, other) => one.endpoint.path.split(':').length - other.endpoint.path.split(':').length)

function callOf(method: string, path: string): Match | undefined {
  for (const { endpoint, pattern } of table) {
    const found = endpoint.method === method ? pattern.exec(path) : null
    if (!found) continue
    const params = Object.entries(found.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)])
    return { endpoint, params: Object.fromEntries(params) }
  }
  return undefined
}

function bodyOf(sent: RequestInit['body']): unknown {
  if (sent instanceof URLSearchParams) return Object.fromEntries(sent)
  return typeof sent === 'string' ? JSON.parse(sent) : undefined
}

async function exampleOf(url: URL, match: Match, init: RequestInit, response: Response): Promise<Example> {
  const body = bodyOf(init.body)
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
  const location = response.headers.get('location')
  return {
    ...(Object.keys(match.params).length > 0 && { params: match.params }),
    ...(url.search !== '' && { query: Object.fromEntries(url.searchParams) }),
    ...(body !== undefined && { body }),
    ...(isJson && { answer: await response.clone().json() }),
    ...(location !== null && { location }),
  }
}

/** Notes what this process sends to a site until it is stopped: of each call the last that was answered as it should be. */
export function startRecorder(gateway: string) {
  const plain = globalThis.fetch
  const recorded = new Map<string, Example>()
  globalThis.fetch = async (input, init = {}) => {
    const response = await plain(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    const match = url.origin === gateway ? callOf(init.method ?? 'GET', url.pathname) : undefined
    if (match?.endpoint.status === response.status)
      recorded.set(match.endpoint.name, await exampleOf(url, match, init, response))
    return response
  }
  return {
    recorded,
    stop() {
      globalThis.fetch = plain
    },
  }
}
