import type { OrderTerms } from '@talad/proto/http/order-book/orders'
import { useQuery } from '@tanstack/react-query'
import { useLateText } from '../../../i18n/late.ts'
import { tokenText } from '../../../market/prices/order-price.ts'
import { useSite } from '../../../market/reads/site.ts'
import { firstFeeQuery } from '../api/first-fee.ts'

const COIN_DECIMALS = 18

/** What the first listing of a collection costs, before somebody is asked for it. */
export function FirstFee({
  terms,
  seller,
  contract,
}: {
  terms: OrderTerms
  seller: string
  contract: string
}) {
  const { t } = useLateText()
  const site = useSite()
  const { data: cost } = useQuery(firstFeeQuery(site, terms, { seller, contract }))
  if (cost === undefined || cost === null) return null
  const { symbol } = site.chain
  return (
    <p className="rounded-md bg-gold-wash px-4 py-3 text-sm text-on-gold-wash">
      {t('list.firstFee', { cost: tokenText(cost, { symbol, decimals: COIN_DECIMALS }) })}
    </p>
  )
}
