import { getAsset, getCollection, listAssets } from '@talad/proto/http/asset-indexer/assets'
import { type FlagClassification, flagClassification } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp as http } from '@talad/proto/http/moderation/flagging-admin'
import type { FlagCase } from '@talad/proto/http/moderation/flagging-case'
import { orderPreviewHttp, purchasePreviewHttp } from '@talad/proto/http/moderation/suspension-preview'
import { listOrders } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { queryClient } from '@talad/ui/client/query'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { TableSearch } from '../../lib/table-search.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of the queue. */
export const FLAGS = 'flags'
/** … and of what is read beside a case. */
export const FLAGGED = 'flagged'
const SHOWN_ORDERS = 5
/** How often is looked what others do. */
export const LOOK_MS = 5_000

const states = ['flagged', 'resolved', 'all'] as const
const kinds = ['user', 'bot', 'admin'] as const
const orders = ['oldest'] as const

/** The filters of an address as the call knows them. */
const filtersOf = (search: TableSearch) => ({
  st: oneOf(states, search.st),
  cl: oneOf(flagClassification.options, search.cl),
  by: oneOf(kinds, search.by),
  rp: search.rp,
  age: /^\d{1,4}$/.test(search.age ?? '') ? Number(search.age) : undefined,
})

/** MO-16: in the order in which they are to be decided, or the oldest first (AW-5). */
export const flagSource: ListSource<FlagCase> = {
  key: FLAGS,
  read: async ({ search, at, size }, signal) => {
    const page = { ps: size, pi: indexOf(at), count: '1' as const }
    const query = { ...filtersOf(search), sr: oneOf(orders, search.sr), ...page }
    return fromIndexed(await call(http.listFlagCases, { query }, { signal }))
  },
}

/** How cases stand now, whatever became of them. */
export const casesNow = async (ids: readonly string[], signal: AbortSignal): Promise<FlagCase[]> => {
  const query = { st: 'all' as const, ids: ids.join(), ps: ids.length }
  return (await call(http.listFlagCases, { query }, { signal })).list
}

/** How the case that is open stands now; null: there is none. */
export const caseNowQuery = (id: string) =>
  queryOptions({
    queryKey: [FLAGGED, 'now', id],
    queryFn: async ({ signal }) => (await casesNow([id], signal)).at(0) ?? null,
    refetchInterval: LOOK_MS,
  })

/** How many a list would find now. */
export const countNow = async (search: TableSearch, signal: AbortSignal): Promise<number | null> => {
  const query = { ...filtersOf(search), ps: 1, count: '1' as const }
  return (await call(http.listFlagCases, { query }, { signal })).total
}

export const flagCaseQuery = (id: string) =>
  queryOptions({
    queryKey: [FLAGS, 'case', id],
    queryFn: async ({ signal }) =>
      (await call(http.pickFlagCase, { params: { case_id: id } }, { signal })).case,
  })

/** AW-6: what everybody sees of the asset and its collection, whom it belongs to and what a suspension would end. */
export const flaggedAssetQuery = (id: string) =>
  queryOptions({
    queryKey: [FLAGGED, 'asset', id],
    queryFn: ({ signal }) => call(getAsset, { query: { id } }, { signal }),
  })
export const flaggedCollectionQuery = (id: string) =>
  queryOptions({
    queryKey: [FLAGGED, 'collection', id],
    queryFn: ({ signal }) => call(getCollection, { query: { id } }, { signal }),
  })

/** What stands for the same virtual collection in its contract: all, and what of it is on sale. */
export const flaggedVirtualQuery = ({ blockchain, contract_address, abstract }: FlagCase['asset']) =>
  queryOptions({
    queryKey: [FLAGGED, 'virtual', contract_address, abstract],
    enabled: abstract !== null,
    queryFn: async ({ signal }) => {
      const of = { bc: blockchain, ad: contract_address, ak: abstract?.kind, ac: abstract?.collection_id }
      const count = async (more: { co?: 'li' }) =>
        (await call(listAssets, { query: { ...of, ...more, ps: 1, count: '1' } }, { signal })).total ?? 0
      const [items, listed] = await Promise.all([count({}), count({ co: 'li' })])
      return { items, listed }
    },
  })

/** AW-6: what is open of the asset, and whose purchases of it or of its collection a suspension would end. */
export const openOrdersQuery = ({ blockchain, contract_address, token_id }: FlagCase['asset']) =>
  queryOptions({
    queryKey: [FLAGGED, 'orders', contract_address, token_id],
    queryFn: ({ signal }) => {
      const query = {
        bc: blockchain,
        ad: contract_address,
        ti: token_id,
        count: '1',
        ps: SHOWN_ORDERS,
      } as const
      return call(listOrders, { query }, { signal })
    },
  })

export const endedQuery = (asset: FlagCase['asset'], whole: boolean) =>
  queryOptions({
    queryKey: [FLAGGED, 'ended', asset._id, whole],
    queryFn: async ({ signal }) => {
      const { blockchain, contract_address, token_id, abstract } = asset
      const one = { token_from: token_id, token_to: token_id }
      // MO-12: its collection is the virtual one that it stands for
      const all = abstract
        ? { abstract_kind: abstract.kind, abstract_collection_id: abstract.collection_id }
        : {}
      const asked = { query: { blockchain, contract_address, ...(whole ? all : one) } }
      const [{ orders }, purchases] = await Promise.all([
        call(orderPreviewHttp.previewSuspendedOrders, asked, { signal }),
        call(purchasePreviewHttp.previewSuspendedPurchases, asked, { signal }),
      ])
      return { orders, ...purchases }
    },
  })

export type Seen = { case_id: string; version: number }
export type Verdict = {
  review_disposition: 'ignore' | 'suspend'
  scope?: 'individual' | 'collection'
  notes: string
}

export const resolveMany = (cases: readonly Seen[], verdict: Verdict, key: string) =>
  call(http.resolveFlagCases, { body: { cases: [...cases], ...verdict } }, { idempotencyKey: key })

export const resolveOne = ({ case_id, version }: Seen, verdict: Verdict, key: string) =>
  call(http.resolveFlagCase, { body: { case_id, version, ...verdict } }, { idempotencyKey: key })

export const undoMany = (cases: readonly Seen[], key: string) =>
  call(http.undoFlagCases, { body: { cases: [...cases] } }, { idempotencyKey: key })

type NewFlag = { asset_id: string; flag_classification: FlagClassification; notes: string }

export const flagAsset = (flag: NewFlag, idempotencyKey: string) =>
  call(http.flagAsset, { body: flag }, { idempotencyKey })

export const figuresQuery = queryOptions({
  queryKey: [FLAGS, 'figures'],
  queryFn: ({ signal }) => call(http.flagFigures, {}, { signal }),
})

export const claimCase = (id: string) => call(http.claimFlagCase, { body: { case_id: id } })
export const releaseCase = (id: string) => call(http.releaseFlagCase, { body: { case_id: id } })

export const readAgain = async () => {
  await Promise.all([FLAGS, FLAGGED].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

/** How many wait, and since when the one that is to be looked at first. */
export const waitingFlags = queryOptions({
  queryKey: [FLAGS, 'waiting'],
  queryFn: async ({ signal }) => {
    const { total, list } = await call(http.listFlagCases, { query: { ps: 1, count: '1' } }, { signal })
    return { count: total ?? list.length, oldest: list[0]?.opened ?? null }
  },
})
