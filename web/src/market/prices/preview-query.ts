import { distributionPreview } from '@talad/proto/http/order-book/orders'
import { call } from '@talad/ui/client/call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '../reads/query-keys.ts'

export type PreviewWish = {
  contract: { blockchain: string; address: string; type: string }
  tokenId: string
  /** address of the price token */
  token: string
  type: 'list' | 'offer'
  /** units, decimal */
  amount: string
  /** decimal text, for all units together; undefined while there is no valid one */
  price: string | undefined
}

/** Who would receive what of a price (OB-34). */
export function previewQuery({ contract, tokenId, token, type, amount, price }: PreviewWish) {
  const about = { contract, token_id: tokenId, token, type, amount }
  return queryOptions({
    queryKey: [keys.preview, about, price],
    queryFn: ({ signal }) =>
      call(
        distributionPreview,
        { body: { ...about, ...(price === undefined ? {} : { price }) } },
        { signal },
      ),
    enabled: price !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
