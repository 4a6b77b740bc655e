import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { isBought, type Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { queryClient } from '@talad/ui/client/query'
import { useQuery } from '@tanstack/react-query'
import { purchaseOf } from '../features/account/statement.ts'
import { assetQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { PaidOut } from '../features/bank/components/paid-out.tsx'
import { orderQuery } from '../features/order/api/orders.ts'
import { shippingsOfQuery } from '../features/purchase/api/shippings.ts'
import { timesText } from '../market/prices/units.ts'

type Piece = { contract: { blockchain: string; address: string }; token: { id: string } }
const placeOf = ({ contract, token }: Piece) => ({
  blockchain: contract.blockchain,
  contract: contract.address,
  token: token.id,
})

/** What movements know a purchase by. */
function idsOf(shipping: Shipping): string[] {
  const topup = isBought(shipping) ? shipping.credit.payment.topup_id : null
  return topup === null ? [shipping._id] : [shipping._id, topup]
}

/** The piece that an order was about, to whoever gets a part of its price. */
function SoldPiece({ hash }: { hash: string }) {
  const { data } = useQuery({ ...orderQuery(hash), staleTime: Number.POSITIVE_INFINITY })
  return (
    data && (
      <span className="text-soft">
        <AssetName {...placeOf(data.basic.asset)} />
      </span>
    )
  )
}

/**
 * What a movement of money was for: the name of what was bought or sold.
 * @param ids the purchases that are shown with it, which are read together
 */
type ThingProps = {
  flow: CreditFlow
  ids: readonly string[]
  /** whose statement it is */
  account: string
}
export function Thing({ flow, ids, account }: ThingProps) {
  const { data } = useQuery(shippingsOfQuery(ids))
  const { order_hash: hash, withdrawal_id: withdrawal } = flow
  const shipping = data?.find((one) => idsOf(one).includes(purchaseOf(flow) ?? ''))
  if (withdrawal !== undefined) return <PaidOut id={withdrawal} account={account} />
  // a maker is no part of the purchase: the order is there for everybody
  if (data && !shipping && flow.sale_part === 'royalty' && hash) return <SoldPiece hash={hash} />
  if (!shipping) return null
  const times = timesText(shipping.amount, shipping.asset.contract.type)
  return (
    <span className="text-soft">
      <AssetName {...placeOf(shipping.asset)} />
      {times && ` ${times}`}
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
