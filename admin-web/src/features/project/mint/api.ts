import { contractAdminHttp } from '@talad/proto/http/campaign/contracts-admin'
import { type collectionContract, type mint, txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { mintAdminHttp as http } from '@talad/proto/http/campaign/mints-admin'
import { call } from '@talad/ui/client/call'
import { act } from '@talad/ui/session/step-up'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { fromIndexed, indexOf, oneOf } from '../../../lib/pages.ts'
import type { ListSource } from '../../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of mints. */
export const MINTS = 'mints'
/** The same of collection contracts. */
export const CONTRACTS = 'contracts'

export type Mint = z.output<typeof mint>
export type Contract = z.output<typeof collectionContract>
export type Lane = z.output<typeof http.listMintLanes.response>['lanes'][number]
export type NewContract = z.input<
  NonNullable<typeof contractAdminHttp.createCollectionContract.body>
>['contract']

const OFTEN_MS = 15_000

export const mintSource = (project_id: string): ListSource<Mint> => ({
  key: MINTS,
  read: async ({ search, at, size }, signal) => {
    const query = {
      project_id,
      collection_id: search.collection,
      tx_status: oneOf(txStatuses, search.state),
      minting_zone: search.lane,
      size,
      index: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed((await call(http.listMints, { query }, { signal })).mints)
  },
})

export const mintQuery = (_id: string) =>
  queryOptions({
    queryKey: [MINTS, 'one', _id],
    queryFn: async ({ signal }) => (await call(http.getMint, { query: { _id } }, { signal })).nft,
  })

/** Looked at again and again: whether a lane stands still is what the page is for. */
export const lanesQuery = (project_id: string) =>
  queryOptions({
    queryKey: [MINTS, 'lanes', project_id],
    queryFn: async ({ signal }) =>
      (await call(http.listMintLanes, { query: { project_id } }, { signal })).lanes,
    refetchInterval: OFTEN_MS,
  })

export const retryMint = (_id: string, key: string) =>
  act(http.retryMint, { body: { _id } }, { idempotencyKey: key })

export const cancelMint = (_id: string, key: string) =>
  act(http.cancelMint, { body: { _id } }, { idempotencyKey: key })

export const contractsQuery = (collection_id: string) =>
  queryOptions({
    queryKey: [CONTRACTS, collection_id],
    queryFn: async ({ signal }) =>
      (await call(contractAdminHttp.listCollectionContracts, { query: { collection_id } }, { signal }))
        .contracts.list,
  })

/** Asked again for one that failed, it is tried again at the same address (CA-52). */
export const createContract = (contract: NewContract, key: string) =>
  act(contractAdminHttp.createCollectionContract, { body: { contract } }, { idempotencyKey: key })

export const disableContract = (contract: { _id: string; disabled: boolean }, key: string) =>
  act(contractAdminHttp.disableCollectionContract, { body: { contract } }, { idempotencyKey: key })
