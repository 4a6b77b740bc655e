import { createHash } from 'node:crypto'
import {
  type Fetched,
  type FetchLimits,
  FetchRefused,
  type GuardDeps,
  guardedFetch,
  readDataUrl,
} from '../guarded-fetch.ts'

export type SourceDeps = GuardDeps & {
  /** base URLs of our configuration, in order of preference */
  ipfsGateways: readonly string[]
  arweaveGateway: string
  /** origins of our own site, which may be at private addresses */
  ownOrigins?: readonly string[]
  /** AI-23: the next gateway is asked too when the former ones haven't answered for so long */
  raceAfterMs?: number
}

/** A CID where nothing else says that it is one: of the two forms that are written. */
const CID = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{58,110})(?![^/?#])/
const MAX_PATH = 1_024

/** Where on a storage gateway something lies; undefined: it names no such place. */
function placeOn(source: string): { storage: 'ipfs' | 'arweave'; path: string } | undefined {
  if (/^ar:/i.test(source)) return { storage: 'arweave', path: source.replace(/^ar:(\/\/)?/i, '') }
  if (/^ipfs:/i.test(source))
    return { storage: 'ipfs', path: source.replace(/^ipfs:(\/\/)?\/?(ipfs\/)?/i, '') }
  const bare = source.replace(/^\/?ipfs\//i, '')
  return CID.test(bare) ? { storage: 'ipfs', path: bare } : undefined
}

/** The CID that an address names; undefined: it names none. */
export function cidOf(source: string): string | undefined {
  const place = placeOn(source)
  return place?.storage === 'ipfs' ? CID.exec(place.path)?.[1] : undefined
}

/** AI-1: an address that names its content can't bring another one later. */
export const isContentAddressed = (source: string): boolean => placeOn(source) !== undefined

/**
 * A path as a gateway takes it: each step encoded, what is encoded already left as it is.
 * @throws FetchRefused when it leads elsewhere, or its first step is no id
 */
function encodePath(path: string, id: RegExp): string {
  const steps = path.replaceAll(/%2e/gi, '.').split(/[/\\]|%2f|%5c/i)
  const isStrange = path.length > MAX_PATH || !path.isWellFormed() || /\p{Cc}/u.test(path)
  if (isStrange || steps.some((step) => step === '..' || step === '.') || !id.test(steps[0] ?? ''))
    throw new FetchRefused('invalid url')
  return path.replaceAll(/%(?![0-9a-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/%-]/giu, encodeURIComponent)
}

/** CID and path of an ipfs URL. */
const ipfsPath = (path: string) => encodePath(path, /^[A-Za-z0-9]+$/)

/** Id and path of an Arweave URL, without the hint of its kind that some write behind the id. */
const arweavePath = (path: string) =>
  encodePath(path.replace(/^([A-Za-z0-9_-]{43})[?#].*$/, '$1'), /^[A-Za-z0-9_-]{43}$/)

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** The SHA-256 that a CIDv1 of raw bytes names, hex; undefined for any other CID. */
export function digestOfCid(cid: string): string | undefined {
  if (!/^bafkrei[a-z2-7]{52}$/.test(cid)) return undefined
  let bits = 0n
  for (const letter of cid.slice(1)) bits = (bits << 5n) | BigInt(BASE32.indexOf(letter))
  // 58 letters are 290 bits: 36 bytes (01 55 12 20 and the digest) and two bits of padding
  const bytes = (bits >> 2n).toString(16).padStart(72, '0')
  return bytes.startsWith('01551220') ? bytes.slice(8) : undefined
}

/** @param want of a head, or a part, there is no hash */
function checked(fetched: Fetched, path: string, want: FetchLimits['want'] = 'all'): Fetched {
  if (want !== 'all') return fetched
  const digest = digestOfCid(path)
  if (digest === undefined) return fetched
  if (createHash('sha256').update(fetched.body).digest('hex') === digest) return fetched
  throw new FetchRefused('content has another hash') // AI-23: gateways lie sometimes
}

/** AI-23: the gateways one after the other, the next one started when the former fails or takes long; first answer wins. */
async function race(deps: SourceDeps, path: string, limits: FetchLimits): Promise<Fetched> {
  const done = new AbortController()
  const signal = limits.signal ? AbortSignal.any([done.signal, limits.signal]) : done.signal
  const failures: unknown[] = []
  const ask = async (base: string): Promise<Fetched> => {
    const url = `${base.replace(/\/$/, '')}/${path}`
    return checked(await guardedFetch(deps, url, { ...limits, trusted: true, signal }), path, limits.want)
  }
  try {
    return await new Promise<Fetched>((resolve, reject) => {
      let next = 0
      const begin = () => {
        const base = deps.ipfsGateways[next]
        next += 1
        if (base === undefined) return
        const timer = setTimeout(begin, deps.raceAfterMs ?? 2_000)
        done.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
        ask(base).then(resolve, (error: unknown) => {
          clearTimeout(timer)
          failures.push(error)
          if (failures.length === deps.ipfsGateways.length) reject(failures[0])
          else begin()
        })
      }
      if (deps.ipfsGateways.length === 0) reject(new FetchRefused('no gateway'))
      else begin()
    })
  } finally {
    done.abort()
  }
}

/**
 * Fetches what a token's metadata names: http(s), ipfs, ar and data only (AI-19).
 * @throws FetchRefused
 */
export async function fetchSource(deps: SourceDeps, source: string, limits: FetchLimits): Promise<Fetched> {
  const place = placeOn(source)
  if (place?.storage === 'ipfs') return race(deps, ipfsPath(place.path), limits)
  if (place) {
    const url = `${deps.arweaveGateway.replace(/\/$/, '')}/${arweavePath(place.path)}`
    return guardedFetch(deps, url, { ...limits, trusted: true })
  }
  switch (/^([a-z][a-z0-9+.-]*):/i.exec(source)?.[1]?.toLowerCase()) {
    case 'data':
      return readDataUrl(source, limits.maxBytes)
    case 'http':
    case 'https':
      return guardedFetch(deps, source, {
        ...limits,
        trusted: (deps.ownOrigins ?? []).includes(URL.parse(source)?.origin ?? ''),
      })
    default:
      throw new FetchRefused('invalid url')
  }
}
