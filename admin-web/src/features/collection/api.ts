import type { AbstractPart } from '@talad/proto/http/asset-indexer/abstract-rule'
import { resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import type { CollectionCheck, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import {
  type AdminCollection,
  collectionAdminHttp as http,
  type TraitConfig,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { COLLECTIONS } from '../../lib/choices.ts'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'
import { states } from './verification-words.ts'

export { COLLECTIONS }

export const collectionSource: ListSource<AdminCollection> = {
  key: COLLECTIONS,
  read: async ({ search, at, size }, signal) => {
    const asked = {
      q: search.q,
      suspended: oneOf(['0', '1'] as const, search.suspended),
      verification: oneOf(states, search.verification),
      waiting: oneOf(['1'] as const, search.waiting),
    }
    const query = { ...asked, ps: size, pi: indexOf(at), count: '1' as const }
    return fromIndexed(await call(http.listAdminCollections, { query }, { signal }))
  },
}

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: [COLLECTIONS, 'one', id],
    queryFn: ({ signal }) => call(http.pickAdminCollection, { params: { collection_id: id } }, { signal }),
  })

export type Preview = z.output<typeof http.previewTraits.response>

export const previewTraits = (id: string, configs: TraitConfig[]) =>
  call(http.previewTraits, { body: { collection_id: id, configs } })

/** The same key for each try of one decision: it is made once. */
export type Decided = { collection_id: string; version: number; note: string }

export const setSlug = (decided: Decided, slug: string, idempotencyKey: string) =>
  act(http.setCollectionSlug, { body: { ...decided, slug } }, { idempotencyKey })

export const setName = (decided: Decided, name: string, idempotencyKey: string) =>
  act(http.setCollectionName, { body: { ...decided, name } }, { idempotencyKey })

export const setVerification = (
  decided: Decided,
  verdict: { verification: VerificationState; checks: CollectionCheck[]; evidence: string },
  idempotencyKey: string,
) => act(http.setVerification, { body: { ...decided, ...verdict } }, { idempotencyKey })

export const askVerification = (decided: Decided, asked: string, idempotencyKey: string) =>
  act(http.askVerification, { body: { ...decided, asked } }, { idempotencyKey })

export const chooseSamples = (decided: Decided, idempotencyKey: string) =>
  act(http.randomizeSamples, { body: decided }, { idempotencyKey })

export const syncTraits = (decided: Decided, configs: TraitConfig[], idempotencyKey: string) =>
  act(http.syncTraits, { body: { ...decided, configs } }, { idempotencyKey })

export type AbstractSeen = z.output<typeof http.previewAbstract.response>

export const previewAbstract = (id: string, parts: AbstractPart[]) =>
  call(http.previewAbstract, { body: { collection_id: id, parts } })

export const setAbstract = (decided: Decided, parts: AbstractPart[], idempotencyKey: string) =>
  act(http.setAbstract, { body: { ...decided, parts } }, { idempotencyKey })

export const wakeImages = ({ collection_id, note }: Decided) =>
  act(resetSleepingImages, { body: { collection_id, note } })
