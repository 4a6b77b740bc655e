import { suspensionAdminHttp as http, type Suspension } from '@talad/proto/http/moderation/suspension-admin'
import {
  assetPreviewHttp,
  orderPreviewHttp,
  purchasePreviewHttp,
} from '@talad/proto/http/moderation/suspension-preview'
import type { SuspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import type { nftRange } from '@talad/proto/http/nft-range'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of suspensions. */
export const SUSPENSIONS = 'suspensions'

export const suspensionStates = ['suspended', 'unsuspended'] as const

export const suspensionSource: ListSource<Suspension> = {
  key: SUSPENSIONS,
  read: async ({ search, at, size }, signal) => {
    const asked = { status: oneOf(suspensionStates, search.status), contract_address: search.contract }
    const of = { abstract_collection_id: search.virtual || undefined }
    const query = { ...asked, ...of, ps: size, pi: indexOf(at), count: '1' as const }
    return fromIndexed(await call(http.listSuspensions, { query }, { signal }))
  },
}

export const suspensionQuery = (id: string) =>
  queryOptions({
    queryKey: [SUSPENSIONS, 'one', id],
    queryFn: ({ signal }) => call(http.pickSuspension, { params: { suspension_id: id } }, { signal }),
  })

/** What one service has heard of; `silent`: it gives no answer, which hides nothing of the others. */
const heard = (answer: Promise<{ newest: string | null }>) =>
  answer.then(
    ({ newest }) => ({ newest, isSilent: false }),
    () => ({ newest: null, isSilent: true }),
  )

/** MO-7: how far each service has heard of suspensions, beside the newest decision that there is. */
export const knownQuery = queryOptions({
  queryKey: [SUSPENSIONS, 'known'],
  queryFn: async ({ signal }) => {
    const [{ list }, ...known] = await Promise.all([
      call(http.listSuspensions, { query: { ps: 1 } }, { signal }),
      heard(call(assetPreviewHttp.suspensionsKnownToAssets, {}, { signal })),
      heard(call(orderPreviewHttp.suspensionsKnownToOrders, {}, { signal })),
      heard(call(purchasePreviewHttp.suspensionsKnownToPurchases, {}, { signal })),
    ])
    const [assets, orders, purchases] = known
    return { decided: list[0]?.changed_at ?? null, assets, orders, purchases }
  },
  refetchInterval: 10_000,
})

export type Range = z.output<typeof nftRange>

/** A range in a query. */
const asked = ({ abstract, ...range }: Range) => ({
  query: {
    ...range,
    abstract_kind: abstract?.kind,
    abstract_collection_id: abstract?.collection_id,
    abstract_item_id: abstract?.item_id,
  },
})

/** AW-7: what a range would hide, of each service that owns a part of the answer; asked anew each time. */
export const previewQuery = (range: Range) =>
  queryOptions({
    queryKey: [SUSPENSIONS, 'preview', range],
    queryFn: async ({ signal }) => {
      const query = asked(range)
      const [suspensions, assets, orders, purchases] = await Promise.all([
        call(http.previewSuspension, query, { signal }),
        call(assetPreviewHttp.previewSuspendedAssets, query, { signal }),
        call(orderPreviewHttp.previewSuspendedOrders, query, { signal }),
        call(purchasePreviewHttp.previewSuspendedPurchases, query, { signal }),
      ])
      return { ...suspensions, assets, orders, purchases }
    },
    staleTime: 0,
    retry: false,
  })

/** The same key for each try of one decision: it is made once. */
type Decided = { note: string; key: string }

/** @param until when it ends by itself; undefined: somebody ends it */
export const suspend = ({
  range,
  until,
  reason,
  note,
  key,
}: Decided & { range: Range; until: string | undefined; reason: SuspensionReason | undefined }) =>
  act(http.suspend, { body: { nft_range: range, until, reason, note } }, { idempotencyKey: key })

export const unsuspend = ({ id, version, note, key }: Decided & { id: string; version: number }) =>
  act(http.unsuspend, { body: { suspension_id: id, version, note } }, { idempotencyKey: key })
