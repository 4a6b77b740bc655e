import type { CryptoShipping } from '@talad/proto/http/shipping-payment/crypto-shipping'
import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { PrintIcon } from '@talad/ui/components/more-icons'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { assetQuery } from '../features/asset/api/assets.ts'
import { orderQuery } from '../features/order/api/orders.ts'
import { shippingQuery } from '../features/purchase/api/shippings.ts'
import { ChainReceipt } from '../features/receipt/components/chain-receipt.tsx'
import { Receipt } from '../features/receipt/components/receipt.tsx'
import { useLateText } from '../i18n/late.ts'
import { useProfile } from '../market/people/profile.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { NotFound } from '../market/refusals/not-found.tsx'
import { tradeQuery } from '../market/trading/records.ts'

const route = getRouteApi('/payment/receipt')

/** Back, and to the printer. */
function ToPrint() {
  const { t } = useLateText()
  return (
    <div className="no-print flex flex-wrap justify-between gap-3">
      <Link to="/account" search={{}} className={`${buttonClass('plain', 'small')} -ml-4`}>
        {t('receipt.back')}
      </Link>
      <Button look="quiet" size="small" onClick={() => window.print()}>
        <PrintIcon />
        {t('receipt.print')}
      </Button>
    </div>
  )
}

function Sheet({ shipping }: { shipping: BoughtShipping }) {
  const { language } = useLateText()
  const { contract, token } = shipping.asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const asset = useQuery(assetQuery(place))
  const order = useQuery(orderQuery(shipping.order.hash))
  const profile = useProfile()
  const names = profile.data?.identity_provider_profile
  const buyer = (language === 'th' ? names?.nameTH : names?.nameEN) ?? names?.displayName ?? undefined
  // a sheet that is printed half would be kept half
  if (asset.isPending || order.isPending || profile.isPending) return <Skeleton className="h-[60rem]" />
  return (
    <>
      <ToPrint />
      <Receipt shipping={shipping} asset={asset.data} seller={order.data?.offerer} buyer={buyer} />
    </>
  )
}

function ChainSheet({ trade }: { trade: CryptoShipping }) {
  const { contract, token } = trade.asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const asset = useQuery(assetQuery(place))
  const order = useQuery(orderQuery(trade.order.hash))
  if (asset.isPending || order.isPending) return <Skeleton className="h-[60rem]" />
  return (
    <>
      <ToPrint />
      <ChainReceipt trade={trade} asset={asset.data} order={order.data} />
    </>
  )
}

function Traded({ account, ...which }: { account: string; id: string; order: string }) {
  const { t } = useLateText()
  const found = useQuery(tradeQuery(account, which))
  if (found.isPending) return <Skeleton className="h-[60rem]" />
  if (found.isError) return <LoadError isPage error={found.error} retry={() => void found.refetch()} />
  if (found.data?.status === 'completed') return <ChainSheet trade={found.data} />
  return (
    <Empty isPage title={t('receipt.notTraded')}>
      <Link to="/account" search={{}} className={buttonClass('quiet', 'small')}>
        {t('nav.account')}
      </Link>
    </Empty>
  )
}

function Found({ id }: { id: string }) {
  const { t } = useLateText()
  const found = useQuery(shippingQuery(id))
  if (found.isPending) return <Skeleton className="h-[60rem]" />
  if (found.isError) return <LoadError isPage error={found.error} retry={() => void found.refetch()} />
  const isBuyer = found.data.role === 'buyer'
  if (found.data.role === 'buyer' && found.data.status === 'completed') return <Sheet shipping={found.data} />
  return (
    <Empty isPage title={isBuyer ? t('receipt.notYet') : t('receipt.notYours')}>
      <Link
        to={isBuyer ? '/payment/return' : '/account'}
        search={isBuyer ? { shipping_id: id } : {}}
        className={buttonClass('quiet', 'small')}
      >
        {isBuyer ? t('credit.seePurchase') : t('nav.account')}
      </Link>
    </Empty>
  )
}

/** The receipt of a purchase, to be printed or kept as a file. */
export default function ReceiptPage() {
  const { t } = useLateText()
  const { shipping_id: id, trade, order } = route.useSearch()
  const session = useSession()
  const isTrade = trade !== undefined && order !== undefined
  if (!id && !isTrade) return <NotFound />
  return (
    <div className="page grid max-w-3xl gap-5 pt-10 print:max-w-none print:p-0">
      <title>{t('receipt.heading')}</title>
      {session.kind === 'starting' && <Skeleton className="h-[60rem]" />}
      {session.kind === 'user' &&
        (isTrade ? <Traded account={session.accountId} id={trade} order={order} /> : id && <Found id={id} />)}
      {session.kind === 'visitor' && (
        <Empty isPage title={t('purchase.signIn')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      )}
    </div>
  )
}
