import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from '../../market/reads/query-keys.ts'

/** MO-36: what is taken of a sale in a collection. */
export const collectionFeeQuery = (id: string) =>
  queryOptions({
    queryKey: [keys.collection, id, 'fees'],
    queryFn: ({ signal }) => call(entrypointHttp.collectionFee, { query: { id } }, { signal }),
    staleTime: 60_000,
  })

export type Token = { bc: string; ca: string; ti: string }

/** MO-37: what the issuer and the seller of a token declare. */
export const declarationsQuery = (query: Token) =>
  queryOptions({
    queryKey: [keys.asset, 'declarations', query],
    queryFn: ({ signal }) => call(declarationsHttp.declarations, { query }, { signal }),
    staleTime: 60_000,
  })
