import { lookup as lookUp } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'

/** The source is refused or useless; the message is shown to people and is the same for equal causes. */
export class FetchRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FetchRefused'
  }
}

export type ResolvedAddress = { address: string; family: 4 | 6 }

export type GuardDeps = {
  /** all addresses of a host name */
  resolve: (host: string) => Promise<readonly ResolvedAddress[]>
}

/** The system's resolver. */
export const systemResolve: GuardDeps['resolve'] = async (host) => {
  const found = await lookUp(host, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

export type FetchLimits = {
  maxBytes: number
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** what is asked for: all of it; its head alone, so that no body comes; or a part, by a Range header */
  want?: 'all' | 'head' | { range: string }
}

/** What came: `type` without parameters, lower case; empty when none was given. `part`: the Content-Range of a part. */
export type Fetched = { body: Buffer; type: string; url: string; part?: string | undefined }

const MAX_REDIRECTS = 3
const MAX_URL = 2_048
const REDIRECTS = new Set([301, 302, 303, 307, 308])

function readUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL) throw new FetchRefused('invalid url')
  const url = URL.parse(text, base?.href)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new FetchRefused('invalid url')
  if (url.username !== '' || url.password !== '') throw new FetchRefused('invalid url')
  // services of the system live on low ports; web servers for the public are on these two or high ones
  const port = Number(url.port || 443)
  if (port < 1024 && port !== 80 && port !== 443) throw new FetchRefused('invalid url')
  return url
}

/** Resolves a host once and keeps the answer, so that what is checked is what is connected to. */
async function pin(deps: GuardDeps, host: string, trusted: boolean): Promise<ResolvedAddress> {
  const family = isIP(host)
  const found: readonly ResolvedAddress[] =
    family === 0 ? await deps.resolve(host) : [{ address: host, family: family === 6 ? 6 : 4 }]
  // AI-19: one refused address is enough, or a name could be made to answer by chance
  if (!trusted && !found.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefused('invalid ip')
  const first = found[0]
  if (!first) throw new FetchRefused('host not found')
  return first
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new FetchRefused('timed out'))
    if (signal.aborted) {
      work.catch(() => undefined) // nobody waits for it
      return stop()
    }
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

type Wanted = FetchLimits['want']

function headersFor(want: Wanted) {
  const common = { accept: '*/*', 'user-agent': 'talad' }
  // a part of something packed is of no use
  if (typeof want === 'object') return { ...common, 'accept-encoding': 'identity', range: want.range }
  return { ...common, 'accept-encoding': 'gzip, deflate, br' }
}

type Request = { signal: AbortSignal; want: Wanted }

function open(url: URL, address: ResolvedAddress, { signal, want }: Request): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, done) => {
    if (options.all) done(null, [{ address: address.address, family: address.family }])
    else done(null, address.address, address.family)
  }
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const method = want === 'head' ? 'HEAD' : 'GET'
    const headers = headersFor(want)
    const request = make(
      url,
      { method, lookup, signal, headers, agent: false, maxHeaderSize: 16_384 },
      resolve,
    )
    request.on('error', reject)
    request.end()
  })
}

function decoded(response: IncomingMessage): Readable {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (coding === 'identity' || coding === '') return response
  const unpack =
    coding === 'gzip' || coding === 'x-gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : undefined
  if (!unpack) throw new FetchRefused('unknown content encoding')
  response.on('error', (error) => unpack.destroy(error))
  return response.pipe(unpack)
}

/** AI-19: counts what comes out of the decompressor, so that a small bomb can't become a large one. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FetchRefused('too large')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of decoded(response)) {
    size += part.length
    if (size > maxBytes) throw new FetchRefused('too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Reads a data: URL; a `%` that begins no escape is a `%`. @throws FetchRefused when it is none, or too large */
export function readDataUrl(text: string, maxBytes: number): Fetched {
  const match = /^data:([^,;]*)((?:;[^,;]*)*),/i.exec(text.slice(0, 1_000))
  if (!match) throw new FetchRefused('invalid url')
  const raw = text.slice(match[0].length)
  if (raw.length > maxBytes * 3) throw new FetchRefused('too large')
  const base64 = /;base64$/i.test(match[2] ?? '')
  let body: Buffer
  try {
    body = base64
      ? Buffer.from(raw, 'base64')
      : Buffer.from(decodeURIComponent(raw.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')))
  } catch {
    throw new FetchRefused('invalid url')
  }
  if (body.length > maxBytes) throw new FetchRefused('too large')
  return { body, type: (match[1] ?? '').toLowerCase(), url: 'data:' }
}

async function follow(
  deps: GuardDeps,
  start: URL,
  limits: FetchLimits & { trusted: boolean },
  signal: AbortSignal,
): Promise<Fetched> {
  let url = start
  for (let hops = 0; ; hops++) {
    const trusted = limits.trusted && url.origin === start.origin
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const address = await withSignal(pin(deps, host, trusted), signal)
    const response = await open(url, address, { signal, want: limits.want })
    try {
      const status = response.statusCode ?? 0
      if (REDIRECTS.has(status) && response.headers.location !== undefined) {
        if (hops === MAX_REDIRECTS) throw new FetchRefused('too many redirects') // AI-19
        url = readUrl(response.headers.location, url)
        continue
      }
      const isPart = status === 206 && typeof limits.want === 'object'
      if (status !== 200 && !isPart) throw new FetchRefused(`answered ${status}`)
      const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      const body = limits.want === 'head' ? Buffer.alloc(0) : await readBody(response, limits.maxBytes)
      const part = isPart ? (response.headers['content-range'] ?? '') : undefined
      return { body, type, url: url.href, part }
    } finally {
      response.destroy()
    }
  }
}

/**
 * Fetches an http(s) URL that a stranger has written (AI-19): the address is checked after the name is resolved, kept
 * for the connection, and checked again at each of at most three redirects; size (unpacked) and time are bounded.
 * @param trusted the URL's origin comes from our own configuration and may be a private address
 * @throws FetchRefused; nothing else
 */
export async function guardedFetch(
  deps: GuardDeps,
  text: string,
  limits: FetchLimits & { trusted?: boolean },
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(limits.timeoutMs)
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout
  try {
    return await follow(deps, readUrl(text), { ...limits, trusted: limits.trusted ?? false }, signal)
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused(signal.aborted ? 'timed out' : 'failed to fetch')
  }
}
