import type { Shipping } from '@talad/proto/http/shipping-payment/shipping'
import { buttonClass } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { shippingsQuery } from '../features/purchase/api/shippings.ts'
import { isOpen, isPayable } from '../features/purchase/progress.ts'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'

function Coming({ shipping }: { shipping: Shipping }) {
  const { t } = useText()
  const { contract, token } = shipping.asset
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
      </div>
      <Badge tone="wait">{t('shipping.processing')}</Badge>
      <Link
        to="/payment/return"
        search={{ shipping_id: shipping._id }}
        className={buttonClass('quiet', 'small')}
      >
        {t('shipping.follow')}
      </Link>
    </li>
  )
}

/** What is on its way to the person; what waits for their payment stands in the bar above every page. */
export function AccountFirst({ account }: { account: string }) {
  const { t } = useOwnText()
  const { data } = useInfiniteQuery(shippingsQuery(account, 'buy'))
  const coming = (data?.pages[0]?.list ?? []).filter(
    (shipping) => isOpen(shipping) && !isPayable(shipping) && !shipping.expired,
  )
  if (coming.length === 0) return null
  return (
    <section className="max-w-5xl rounded-lg bg-surface px-5 py-2 shadow-card md:px-7">
      <h2 className="pt-3 text-base">{t('account.coming')}</h2>
      <ul className="divide-y divide-line">
        {coming.map((shipping) => (
          <Coming key={shipping._id} shipping={shipping} />
        ))}
      </ul>
    </section>
  )
}
