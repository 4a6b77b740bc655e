import type { BoughtShipping } from '@talad/proto/http/shipping-payment/shipping'
import { Picture } from '@talad/ui/components/picture'
import { useQuery } from '@tanstack/react-query'
import { assetQuery } from '../features/asset/api/assets.ts'
import { AssetName } from '../features/asset/components/asset-name.tsx'
import { Unpaid } from '../features/purchase/components/unpaid.tsx'
import { useOwnText } from '../i18n/own.ts'

/** A purchase that waits to be paid: how long it is kept, to go on, to give it back. */
export default function UnpaidBar({ shipping }: { shipping: BoughtShipping }) {
  const { t } = useOwnText()
  const { contract, token } = shipping.asset
  const place = { blockchain: contract.blockchain, contract: contract.address, token: token.id }
  const { data: asset } = useQuery({ ...assetQuery(place), staleTime: 60_000 })
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
