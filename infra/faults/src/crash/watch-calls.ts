import diagnostics from 'node:diagnostics_channel'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { around, type Strike, type Watch } from './strike.ts'
import { unitNow } from './units.ts'

/** Money moves by these: each of their calls is a point of its own, whatever asks for it. */
const PROVIDER = /\/(chillpay|payout)\//
const BROADCAST = 'eth_sendRawTransaction'

function urlOf(input: Parameters<typeof fetch>[0]): string {
  return input instanceof Request ? input.url : String(input)
}

function bodyOf(init: RequestInit | undefined): string {
  const body = init?.body
  return body instanceof Uint8Array
    ? Buffer.from(body).toString('utf8')
    : typeof body === 'string'
      ? body
      : ''
}

type Requested = { request: { origin?: string | URL; path?: string; method?: string } }

const SENT = 'undici:request:bodySent'

/** Dies once a request to this address has been sent whole. @returns ends the watch */
function dieOnSent(url: string, strike: Strike): () => void {
  const isIt = ({ request: { origin = '', path = '' } }: Requested) => String(new URL(path, origin)) === url
  const onSent = (message: unknown) => {
    if (isIt(message as Requested)) strike.die()
  }
  diagnostics.subscribe(SENT, onSent)
  return () => void diagnostics.unsubscribe(SENT, onSent)
}

/** Of a provider its call, without what it is about; of anything else, who asks. */
function nameOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): string {
  if (bodyOf(init).includes(BROADCAST)) return 'broadcast'
  if (!PROVIDER.test(urlOf(input))) return `call ${unitNow() ?? 'background'}`
  return `call ${init?.method ?? 'GET'} ${new URL(urlOf(input)).pathname.replace(/[^/]*\d[^/]*/g, ':id')}`
}

/** Watches the requests that this process makes with `fetch`: providers, and what it sends to the chain. */
function watchFetch(service: string, watch: Watch): void {
  const original = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const strike = watch([`${service} ${nameOf(input, init)}`])
    if (strike?.phase !== 'during') return around(strike, () => original(input, init))
    const unwatch = dieOnSent(new URL(urlOf(input)).href, strike)
    return original(input, init).catch((error: unknown) => {
      unwatch()
      strike.spare() // it was never sent
      throw error
    })
  }
}

/** Watches requests by `node:http`: strangers' metadata and pictures, and the indexer's node. */
function watchHttp(service: string, watch: Watch): void {
  const original = http.request
  http.request = ((...given: Parameters<typeof http.request>) => {
    const strike = watch([`${service} call ${unitNow() ?? 'background'}`])
    if (strike?.phase === 'before') strike.die()
    const request = Reflect.apply(original, http, given)
    if (strike?.phase === 'during') request.prependListener('finish', strike.die)
    if (strike?.phase === 'after') request.prependListener('response', strike.die)
    if (strike) request.prependListener('error', strike.spare)
    return request
  }) as typeof http.request
  syncBuiltinESMExports()
}

/** Watches what the gateway hands on, by method. */
function watchForwarding(service: string, watch: Watch): void {
  const strikes = new WeakMap<object, Strike>()
  const on = (channel: string, then: (request: Requested['request']) => void) =>
    diagnostics.subscribe(`undici:request:${channel}`, (message) => then((message as Requested).request))
  on('create', (request) => {
    if (request.path?.startsWith('/identity/.well-known')) return
    const strike = watch([`${service} forward ${request.method}`])
    if (strike?.phase === 'before') strike.die()
    else if (strike) strikes.set(request, strike)
  })
  const dieIn = (phase: Strike['phase']) => (request: object) => {
    const strike = strikes.get(request)
    if (strike?.phase === phase) strike.die()
  }
  on('bodySent', dieIn('during'))
  on('headers', dieIn('after'))
  on('error', (request) => strikes.get(request)?.spare()) // the service behind it is down itself
}

/** Watches all calls to outside of this process that are not Postgres or Kafka. */
export function watchCalls(service: string, watch: Watch): void {
  if (service === 'gateway') watchForwarding(service, watch)
  else {
    watchFetch(service, watch)
    watchHttp(service, watch)
  }
}
