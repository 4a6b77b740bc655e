import { MOST_WATCHED } from '@talad/proto/http/gateway/live'
import type { Read, Told } from '@talad/ui/client/live-events'
import { keys } from './query-keys.ts'

type Place = { contract: string; token: string }

function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

/** Lists lie in pages, and pages in lists. */
const DEPTH = 5

/** The contracts of the assets in what was read. */
function contractsIn(data: unknown, depth = DEPTH): string[] {
  if (Array.isArray(data)) return depth === 0 ? [] : data.flatMap((item) => contractsIn(item, depth - 1))
  const address = field(field(data, 'contract'), 'address')
  if (typeof address === 'string') return [address]
  return ['pages', 'list'].flatMap((name) => {
    const list = field(data, name)
    return Array.isArray(list) && depth > 0 ? contractsIn(list, depth - 1) : []
  })
}

/** The asset that a query is about: its own page, or its orders. */
function placeOf([key, , contract, token]: readonly unknown[]): Place | undefined {
  if (key !== keys.asset && key !== keys.orders) return undefined
  return typeof contract === 'string' && typeof token === 'string' ? { contract, token } : undefined
}

function orderOf([key, hash, more]: readonly unknown[]): string | undefined {
  return key === keys.orders && more === undefined && typeof hash === 'string' ? hash : undefined
}

function isOfOneAsset([key, filter, more, days]: readonly unknown[]): boolean {
  if (key !== keys.events) return false
  return filter === 'history'
    ? typeof more === 'string' && days === undefined
    : field(filter, 'asset') !== undefined
}

function isList({ queryKey }: Read): boolean {
  const [key] = queryKey
  return (key === keys.assets || key === keys.events) && !isOfOneAsset(queryKey)
}

/** The collections that a list shows; undefined: anything may come into it. */
function collectionsOf({ queryKey: [, filter], data }: Read): string[] | undefined {
  const isBounded =
    typeof filter === 'string' ||
    ['collection', 'owner', 'wallet'].some((name) => field(filter, name) !== undefined)
  const shown = contractsIn(data)
  return isBounded && shown.length > 0 ? shown : undefined
}

/** What to ask the gateway to watch for what is on the screen. */
export function watchOf(reads: readonly Read[]): string[] {
  const places = reads.flatMap(({ queryKey }) => {
    const [place, hash] = [placeOf(queryKey), orderOf(queryKey)]
    if (place) return [`asset:${place.contract}:${place.token}`]
    return hash === undefined ? [] : [`order:${hash}`]
  })
  const lists = reads.filter(isList).flatMap((read) => {
    const shown = collectionsOf(read)
    return shown ? shown.map((contract) => `collection:${contract}`) : ['market']
  })
  const [own, wide] = [new Set(places), new Set(lists)]
  const isAll = wide.has('market') || own.size + wide.size > MOST_WATCHED
  return isAll ? [...[...own].slice(0, MOST_WATCHED - 1), 'market'] : [...own, ...wide].toSorted()
}

const byEvent: Record<
  'shipping' | 'balance' | 'notification' | 'withdrawal' | 'bank_request',
  readonly string[]
> = {
  shipping: [keys.shippings, keys.asset, keys.holders, keys.orders, keys.events, keys.balances],
  balance: [keys.balances, keys.credit, keys.withdrawals],
  withdrawal: [keys.withdrawals, keys.balances, keys.credit],
  bank_request: [keys.bankRequests, keys.bankAccounts],
  notification: [keys.notifications, keys.bankAccounts, keys.bankRequests, keys.withdrawals],
}

/** Whether an event makes old what a query has read. */
export function isMadeOld(read: Read, { type, about }: Told): boolean {
  const { queryKey } = read
  const [key, id] = queryKey
  switch (type) {
    case 'open':
      return false
    case 'reset':
      return true // what was missed is unknown
    case 'shipping':
      return (key === keys.shipping && id === about.shipping_id) || hasKey(byEvent.shipping, key)
    case 'balance':
    case 'notification':
    case 'withdrawal':
    case 'bank_request':
      return hasKey(byEvent[type], key)
    case 'order': {
      const place = placeOf(queryKey)
      if (place) return place.contract === about.contract && place.token === about.token
      return orderOf(queryKey) === about.hash || isOfOneAsset(queryKey)
    }
    case 'suspension':
      return isTouched(read, String(about.contract))
    case 'market':
      return isList(read) && (collectionsOf(read)?.includes(String(about.contract)) ?? true)
  }
}

/** Whether what was read is of the contract of which something was suspended, or is no longer. */
function isTouched(read: Read, contract: string): boolean {
  const place = placeOf(read.queryKey)
  if (place) return place.contract === contract
  if (isList(read)) return collectionsOf(read)?.includes(contract) ?? true
  return read.queryKey[0] === keys.collection && contractsIn(read.data).includes(contract)
}

function hasKey(list: readonly string[], key: unknown): boolean {
  return list.some((one) => one === key)
}
