import { Picture } from '@talad/ui/components/picture'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { assetQuery } from '../features/asset/api/assets.ts'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { useUnpaid } from '../features/purchase/api/shippings.ts'
import { Unpaid } from '../features/purchase/components/unpaid.tsx'
import { useOwnText } from '../i18n/own.ts'

/** The pages of a purchase say themselves how it stands. */
const OWN_PAGES = /^\/payment\//

/** What is reserved and not paid, on every page until it is: how long it is kept, to go on, to give it back. */
export default function PayBar({ account }: { account: string }) {
  const { t } = useOwnText()
  const { pathname } = useLocation()
  const [shipping] = useUnpaid(account)
  const place = shipping && {
    blockchain: shipping.asset.contract.blockchain,
    contract: shipping.asset.contract.address,
    token: shipping.asset.token.id,
  }
  const { data: asset } = useQuery({
    ...assetQuery(place ?? { blockchain: '', contract: '', token: '' }),
    enabled: place !== undefined,
    staleTime: 60_000,
  })
  if (!shipping || !place || OWN_PAGES.test(pathname)) return null
  return (
    <section
      aria-label={t('unpaid.title')}
      className="border-b border-line bg-gold-wash pt-3 text-on-gold-wash"
    >
      <div className="page flex items-center gap-3 py-3">
        <Picture
          src={asset?.image.r360 ?? null}
          alt=""
          className="w-14 shrink-0 self-start rounded-sm max-sm:hidden"
        />
        <Unpaid shipping={shipping} name={<AssetName {...place} />} />
      </div>
    </section>
  )
}
