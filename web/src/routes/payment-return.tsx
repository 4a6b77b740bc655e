import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { assetQuery } from '../features/asset/api/assets.ts'
import { assetName } from '../features/asset/components/asset-card.tsx'
import { shippingQuery } from '../features/purchase/api/shippings.ts'
import { Purchase } from '../features/purchase/components/purchase.tsx'
import { useLateText } from '../i18n/late.ts'
import { useSite } from '../market/reads/site.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { NotFound } from '../market/refusals/not-found.tsx'

const route = getRouteApi('/payment/return')

function Screen({ id }: { id: string }) {
  const { t, language } = useLateText()
  const { chain } = useSite()
  const { data: shipping, error, refetch } = useQuery(shippingQuery(id))
  const place = shipping && {
    blockchain: shipping.asset.contract.blockchain,
    contract: shipping.asset.contract.address,
    token: shipping.asset.token.id,
  }
  const { data: asset } = useQuery({
    ...assetQuery(place ?? { blockchain: '', contract: '', token: '' }),
    enabled: place !== undefined,
  })
  const name = asset ? assetName(asset, language) : t('purchase.item')
  const path = place ? `/assets/${place.blockchain}/${place.contract}/${place.token}` : '/'
  if (error && !shipping) {
    return (
      <div className="page py-12">
        <LoadError isPage error={error} retry={() => void refetch()} />
      </div>
    )
  }
  return (
    <div className="page grid gap-7 pt-10 md:grid-cols-2 md:gap-14 md:pt-16">
      <title>{name}</title>
      <div>
        <Picture
          eager
          src={asset?.image.r360 ?? null}
          large={asset?.image.r800 ?? null}
          sizes="(width >= 768px) 560px, 240px"
          alt={name}
          className="mx-auto max-w-[240px] rounded-lg shadow-lift md:max-w-none"
        />
        <h1 className="title mt-4 text-center text-xl md:text-left md:text-2xl">{name}</h1>
      </div>
      <div className="rounded-lg bg-surface p-5 shadow-card md:self-start md:p-8">
        <Purchase
          id={id}
          name={name}
          url={new URL(path, window.location.origin).href}
          explorer={chain.explorer}
          seeAsset={
            place && (
              <Link
                to="/assets/$blockchain/$contract/$token"
                params={place}
                className={buttonClass('primary')}
              >
                {t('purchase.seeAsset')}
              </Link>
            )
          }
        />
      </div>
    </div>
  )
}

/** One purchase: where the card page sends the buyer back to, and where a purchase is followed (WB-7, WB-23). */
export default function PaymentReturnPage() {
  const { t } = useLateText()
  const { shipping_id: id } = route.useSearch()
  const session = useSession()
  if (!id) return <NotFound />
  if (session.kind === 'starting') {
    return (
      <div className="page pt-12">
        <Skeleton className="h-72" />
      </div>
    )
  }
  if (session.kind === 'visitor') {
    return (
      <div className="page py-12">
        <Empty isPage title={t('purchase.signIn')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      </div>
    )
  }
  return <Screen id={id} />
}
