import { createHash } from 'node:crypto'
import {
  type Fetched,
  type FetchLimits,
  FetchRefused,
  type GuardDeps,
  guardedFetch,
  readDataUrl,
} from '@talad/shared/guarded-fetch'

export type SourceDeps = GuardDeps & {
  /** base URLs of our configuration, in order of preference */
  ipfsGateways: readonly string[]
  arweaveGateway: string
  /** AI-23: the next gateway is asked too when the former ones haven't answered for so long */
  raceAfterMs?: number
}

const IPFS_PATH = /^[A-Za-z0-9][A-Za-z0-9._~%!$&'()*+,;=:@/-]{0,1023}$/
const ARWEAVE_PATH = /^[A-Za-z0-9_-]{43}(\/[A-Za-z0-9._~%/-]{0,200})?$/

/** AI-1: an address that names its content can't bring another one later. */
export function isContentAddressed(source: string): boolean {
  return /^(ipfs|ar):\/\//i.test(source)
}

/** CID and path of an ipfs URL. @throws FetchRefused when it leads elsewhere */
export function ipfsPath(source: string): string {
  const path = source.replace(/^ipfs:\/\/(ipfs\/)?/i, '')
  const steps = path.split('/').map((step) => step.replaceAll(/%2e/gi, '.'))
  if (!IPFS_PATH.test(path) || steps.some((step) => step === '..' || step === '.'))
    throw new FetchRefused('invalid url')
  return path
}

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
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(source)?.[1]?.toLowerCase()
  switch (scheme) {
    case 'data':
      return readDataUrl(source, limits.maxBytes)
    case 'ipfs':
      return race(deps, ipfsPath(source), limits)
    case 'ar': {
      const path = source.slice('ar://'.length)
      if (!ARWEAVE_PATH.test(path) || path.includes('..')) throw new FetchRefused('invalid url')
      return guardedFetch(deps, `${deps.arweaveGateway.replace(/\/$/, '')}/${path}`, {
        ...limits,
        trusted: true,
      })
    }
    case 'http':
    case 'https':
      return guardedFetch(deps, source, limits)
    default:
      throw new FetchRefused('invalid url')
  }
}
