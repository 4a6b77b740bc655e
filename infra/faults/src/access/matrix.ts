import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Policy } from '@talad/proto/http/contract'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { type Figures, holds } from '../proof.ts'
import type { Service, System } from '../system.ts'
import { type Caller, refusalFor } from './caller.ts'
import { everyCaller } from './callers.ts'
import { ask } from './doors.ts'

type Cell = { service: Service; method: string; url: string; policy: Policy; caller: Caller }

const LANES = 6
const STATUS: Readonly<Record<string, number>> = {
  unauthorized: 401,
  token_expired: 401,
  session_expired: 401,
  kyc_not_eligible: 403,
  permission_required: 403,
  reauth_required: 401,
  test_key: 403,
}

/** Calls that ask for more than their contract's policy says, before they look at the body (OB-9). */
const stricter: Readonly<Record<string, Policy>> = { 'POST /api/user/v1/order': { kind: 'kyc', level: 2 } }

function addressOf({ service, url }: Pick<Cell, 'service' | 'url'>): string {
  const filled = url.replace(':file', `${'0'.repeat(64)}.webp`).replace(/:[a-z_]+/g, '0'.repeat(24))
  return service.url + filled
}

/** Calls as one of them, and compares the answer with what the policy says about such a caller. */
async function judge(cell: Cell): Promise<void> {
  const { service, method, url, policy, caller } = cell
  const what = `${service.name} ${method} ${url} by ${caller.name}`
  const { status, code } = await ask(addressOf(cell), { method, headers: caller.headers })
  const expected = refusalFor(stricter[`${method} ${url}`] ?? policy, caller, method)
  if (expected === undefined) {
    // a call for visitors may know sessions of its own: a refresh without a refresh token
    if (policy.kind === 'visitor' && code === 'session_expired') return
    holds(status < 500 && !Object.hasOwn(STATUS, code), `${what}: refused with ${status} ${code}`)
    return
  }
  const wanted = STATUS[expected] ?? 401
  holds(status === wanted, `${what}: answered ${status} ${code}, not ${wanted} ${expected}`)
  if (method !== 'HEAD') holds(code === expected, `${what}: the code is ${code}, not ${expected}`)
}

async function judgeAll(cells: readonly Cell[]): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let cell = cells[next++]; cell; cell = cells[next++]) await judge(cell)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Every call of the contracts is served where it should be, under the policy that its contract names. */
function checkComplete(system: System): void {
  const dev = system.service('gateway').env.DEV_MODE === '1'
  holds(dev, 'the calls for development are not there to be tried')
  for (const { method, path, auth, service: owner } of everyEndpoint) {
    for (const service of system.services) {
      const served = service.routes.find((route) => route.method === method && route.url === path)
      const here = service.name === owner || (service.name === 'gateway' && auth.kind !== 'internal')
      holds((served !== undefined) === here, `${service.name} ${here ? 'has no' : 'has'} ${method} ${path}`)
      const same = served === undefined || JSON.stringify(served.policy) === JSON.stringify(auth)
      holds(same, `${service.name} serves ${method} ${path} under another policy than its contract's`)
    }
  }
}

/** What services say to each other doesn't come in through the gateway, whatever the caller knows. */
async function checkInternalStayOutside(system: System, callers: readonly Caller[]): Promise<number> {
  const hidden = everyEndpoint.filter(({ auth }) => auth.kind === 'internal')
  for (const { method, path } of hidden)
    for (const { headers, name } of callers) {
      const { status } = await ask(system.run.gateway + path, { method, headers })
      holds(status === 404, `${name} gets ${status} from ${method} ${path} at the gateway`)
    }
  return hidden.length * callers.length
}

/** Tries every route of every service as everybody. */
export async function matrix(system: System): Promise<Figures> {
  checkComplete(system)
  const callers = await everyCaller(system)
  const routes = system.services.flatMap((service) => service.routes.map((route) => ({ service, ...route })))
  const cells = routes.flatMap((route) => callers.map((caller) => ({ ...route, caller })))
  // who has signed out can do nothing more
  const isLeaving = ({ url }: Cell) => url === identityHttp.logout.path
  await judgeAll(cells.filter((cell) => !isLeaving(cell)))
  await judgeAll(cells.filter(isLeaving))
  const hidden = await checkInternalStayOutside(system, callers)
  return {
    'routes of all services': routes.length,
    callers: callers.length,
    'calls of the matrix': routes.length * callers.length + hidden,
    'unintended 2xx': 0,
  }
}
