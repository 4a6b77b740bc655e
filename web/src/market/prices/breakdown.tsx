import type { distributionPreview } from '@talad/proto/http/order-book/orders'
import { Dialog } from '@talad/ui/components/dialog'
import { formatPercent, formatPrice } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useLateText } from '../../i18n/late.ts'
import { WalletLink } from '../people/wallet-link.tsx'
import { decimalOf } from './order-price.ts'
import { termsQuery } from './order-terms.ts'

type Previewed = z.output<typeof distributionPreview.response>

type RowProps = { label: ReactNode; percent: number; amount: string; to?: string | null; isSum?: boolean }

function Row({ label, percent, amount, to, isSum = false }: RowProps) {
  return (
    <tr className={isSum ? 'border-t border-line font-semibold' : ''}>
      <th scope="row" className={`py-2.5 pr-3 text-left ${isSum ? 'font-semibold' : 'font-normal'}`}>
        {label}
        {to && (
          <span className="block text-sm text-soft">
            <WalletLink address={to} />
          </span>
        )}
      </th>
      <td className="py-2.5 pr-3 text-right align-top text-soft tabular-nums">{formatPercent(percent)}</td>
      <td className="py-2.5 text-right align-top whitespace-nowrap tabular-nums">{amount}</td>
    </tr>
  )
}

type Props = { preview: Previewed; token: string; isOffer: boolean; onClose: () => void }

/** M§2: who gets what of a price, one by one; in tokens with the wallets that Seaport pays. */
export default function Breakdown({ preview, token, isOffer, onClose }: Props) {
  const { t } = useLateText()
  const terms = useQuery(termsQuery)
  const { distribution, input } = preview
  const { decimals } = terms.data?.tokens.find(({ address }) => address === token) ?? {}
  const names = {
    net: t(isOffer ? 'list.sellerGets' : 'list.youGet'),
    royalty: t('list.royalty'),
    service: t('list.serviceFee'),
  }
  const amountOf = (value: string) =>
    decimals === undefined
      ? ''
      : formatPrice({ value: decimalOf(BigInt(value), decimals), symbol: input.symbol })
  return (
    <Dialog title={t('list.breakdown')} onClose={onClose}>
      <table className="w-full">
        <thead>
          <tr className="text-sm text-soft">
            <th scope="col" className="pr-3 text-left font-normal">
              {t('list.breakdownWho')}
            </th>
            <th scope="col" className="pr-3 text-right font-normal">
              {t('list.breakdownPart')}
            </th>
            <th scope="col" className="text-right font-normal">
              {t('list.breakdownAmount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {distribution.map(({ type, percent, value, recipient }, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: shares have no id, and their order is that of the fees
              key={index}
              label={names[type]}
              percent={percent}
              amount={amountOf(value)}
              to={recipient}
            />
          ))}
          <Row
            label={t(isOffer ? 'list.youPay' : 'list.buyerPays')}
            percent={100}
            amount={formatPrice({ value: input.familyValue, symbol: input.symbol })}
            isSum
          />
        </tbody>
      </table>
      <p className="mt-4 text-sm text-soft">{t('list.breakdownNote')}</p>
    </Dialog>
  )
}
