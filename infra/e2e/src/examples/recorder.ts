import type { Example } from '@talad/gateway/docs/examples'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { base, type Endpoint } from '@talad/proto/http/contract'

const isAdmins = ({ auth, path }: Endpoint) => auth.kind === 'admin' || path.startsWith(base.admin)

/** Every call but those of services among each other. */
const calls = everyEndpoint.filter(({ auth }) => auth.kind !== 'internal')
/** The calls that are for everybody's use. */
export const usersCalls: readonly Endpoint[] = calls.filter((one) => !isAdmins(one))
/** The calls behind the desks of the admins. */
export const adminsCalls: readonly Endpoint[] = calls.filter(isAdmins)

type Match = { endpoint: Endpoint; params: Record<string, string> }

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:([a-z_]+)/g, '(?<$1>[^/]+)')}$`)
}

type Table = readonly { endpoint: Endpoint; pattern: RegExp }[]

/** Fixed addresses come before those with a parameter in the same place. */
const tableOf = (endpoints: readonly Endpoint[]): Table =>
  endpoints
    .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))
    .toSorted((one, other) => one.endpoint.path.split(':').length - other.endpoint.path.split(':').length)

function callOf(table: Table, method: string, path: string): Match | undefined {
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

/**
 * Notes what this process sends to a site until it is stopped: of each of these calls the last that was answered as it
 * should be.
 */
export function startRecorder(gateway: string, endpoints: readonly Endpoint[]) {
  const table = tableOf(endpoints)
  const plain = globalThis.fetch
  const recorded = new Map<string, Example>()
  let isOn = true
  globalThis.fetch = async (input, init = {}) => {
    const response = await plain(input, init)
    const url = new URL(input instanceof Request ? input.url : input)
    const match =
      isOn && url.origin === gateway ? callOf(table, init.method ?? 'GET', url.pathname) : undefined
    if (match?.endpoint.status === response.status)
      recorded.set(match.endpoint.name, await exampleOf(url, match, init, response))
    return response
  }
  return {
    recorded,
    stop() {
      // who began meanwhile goes on with the fetch that they found
      isOn = false
      globalThis.fetch = plain
    },
  }
}
