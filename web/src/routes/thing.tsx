import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { isBought, type Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { queryClient } from '@talad/ui/client/query'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { purchaseOf } from '../features/account/statement.ts'
import { assetQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { shippingsOfQuery } from '../features/purchase/api/shippings.ts'

const placeOf = ({ contract, token }: Shipping['asset']) => ({
  blockchain: contract.blockchain,
  contract: contract.address,
  token: token.id,
})

/** What movements know a purchase by. */
function idsOf(shipping: Shipping): string[] {
  const topup = isBought(shipping) ? shipping.credit.payment.topup_id : null
  return topup === null ? [shipping._id] : [shipping._id, topup]
}

/**
 * What a movement of money was for: the name of what was bought or sold.
 * @param ids the purchases that are shown with it, which are read together
 */
export function Thing({ flow, ids }: { flow: CreditFlow; ids: readonly string[] }) {
  const { data } = useQuery(shippingsOfQuery(ids))
  const shipping = data?.find((one) => idsOf(one).includes(purchaseOf(flow) ?? ''))
  if (!shipping) return null
  return (
    <span className="text-soft">
      <AssetName {...placeOf(shipping.asset)} />
      {shipping.amount !== '1' && ` ×${formatCount(shipping.amount)}`}
    </span>
  )
}

/** One call takes so many. */
const AT_ONCE = 100

/** What was bought or sold, by the ids of purchases; what can't be read is left out. */
export async function assetsOfPurchases(ids: readonly string[]): Promise<ReadonlyMap<string, Asset>> {
  const assets = new Map<string, Asset>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const query = shippingsOfQuery(ids.slice(from, from + AT_ONCE))
    for (const shipping of await queryClient.fetchQuery(query)) {
      const found = await queryClient
        .fetchQuery({ ...assetQuery(placeOf(shipping.asset)), staleTime: Number.POSITIVE_INFINITY })
        .catch(() => undefined)
      if (found) for (const id of idsOf(shipping)) assets.set(id, found)
    }
  }
  return assets
}

export function namesOf(assets: ReadonlyMap<string, Asset>, language: 'th' | 'en'): Map<string, string> {
  return new Map([...assets].map(([id, asset]) => [id, assetName(asset, language)]))
}
