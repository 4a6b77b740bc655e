import { createProvider, withTimeout } from '@talad/shared/chain/client'
import type { Clock } from '@talad/shared/clock'
import { cacheSlow } from '@talad/shared/kept'
import * as registry from './registry.ts'

/** Told for so long, and at most twice that: reverse names at most 10 minutes (ID-40), what is sent to at most one. */
const NAME_MS = 5 * 60_000
const ADDRESS_MS = 30_000
const MOST = 10_000
const CALL_MS = 2_000
/** Nobody waits longer for a name that only stands beside an address. */
const SHOWN_WITHIN_MS = 1_500
/** After a fault of the node addresses are shown for a while, without asking. */
const REST_MS = 10_000
/** Resolvers are contracts of strangers: one can't answer much, and never in one answer with others. */
const BOUNDS = { timeoutMs: CALL_MS, maxBytes: 16 * 1024, callsTogether: 1 }

/** ID-40: the name service, for showing. Those that throw do so when the chain can't be asked. */
export type Names = {
  /** @param name as ENSIP-15 writes it */
  addressOf(name: string): Promise<string | undefined>
  /** @param address lower case */
  nameOf(address: string): Promise<string | undefined>
  /** As `nameOf`, and no name where the chain can't be asked. */
  shownNameOf(address: string): Promise<string | undefined>
}

type Options = {
  rpcUrl: string
  chainId: number
  /** lower case; absent: this chain has no names */
  registry: string | undefined
  now: Clock
}

const none: Names = {
  addressOf: async () => undefined,
  nameOf: async () => undefined,
  shownNameOf: async () => undefined,
}

export function makeNames({ rpcUrl, chainId, registry: at, now }: Options): Names {
  if (at === undefined) return none
  const provider = createProvider({ rpcUrl, chainId, ...BOUNDS })
  const chain = { provider, registry: at }
  const addresses = cacheSlow<string | undefined>({ now, forMs: ADDRESS_MS, most: MOST })
  const names = cacheSlow<string | undefined>({ now, forMs: NAME_MS, most: MOST })
  const nameOf = (address: string) => names(address, () => registry.nameOf(chain, address))
  let restsUntil = 0
  return {
    addressOf: (name) => addresses(name, () => registry.addressOf(chain, name)),
    nameOf,
    async shownNameOf(address) {
      if (now().getTime() < restsUntil) return undefined
      try {
        return await withTimeout(nameOf(address), SHOWN_WITHIN_MS, 'a name')
      } catch {
        restsUntil = now().getTime() + REST_MS
        return undefined
      }
    },
  }
}
