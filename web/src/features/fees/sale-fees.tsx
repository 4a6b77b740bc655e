import type { PublicFees } from '@talad/proto/http/moderation/fees'
import { Skeleton } from '@talad/ui/components/status'
import { formatPercent, formatPoints } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { type FeesKey, useFeesText } from '../../i18n/fees.ts'
import { LoadError } from '../../market/refusals/load-error.tsx'
import { collectionFeeQuery } from './queries.ts'
import { sharesOf } from './shares.ts'

/** ฿1,000: percents of it are done in one's head. */
const EXAMPLE = 100_000n

type Line = { key: string; label: FeesKey; text: FeesKey; percent: number; share: bigint; of?: string }

function linesOf(fees: PublicFees, language: 'th' | 'en'): Line[] {
  const shares = sharesOf(EXAMPLE, fees)
  const names = fees.payees.flatMap(({ label }) => label?.[language] ?? [])
  const all: Line[] = [
    {
      key: 'service',
      label: 'fees.service',
      text: 'fees.serviceText',
      percent: fees.service_fee,
      share: shares.service,
    },
    {
      key: 'creators',
      label: 'fees.creators',
      text: 'fees.creatorsText',
      percent: fees.royalty_fee,
      share: shares.creators,
    },
    {
      key: 'issuer',
      label: 'fees.issuer',
      text: 'fees.issuerText',
      of: names.join(' · '),
      percent: fees.issuer_fee,
      share: shares.issuer,
    },
  ]
  return all.filter(({ percent, key }) => percent > 0 || key === 'service')
}

/** What is taken of a sale in a collection, each with whom it is for, and what that comes to. */
export function SaleFees({ collectionId }: { collectionId: string }) {
  const { t, language } = useFeesText()
  const query = useQuery(collectionFeeQuery(collectionId))
  if (query.isPending) return <Skeleton className="h-64 rounded-lg" />
  if (query.isError) return <LoadError error={query.error} retry={() => void query.refetch()} />
  const { seller } = sharesOf(EXAMPLE, query.data)
  return (
    <table className="w-full text-sm">
      <caption className="pb-3 text-left text-soft">
        {t('fees.example', { price: formatPoints(EXAMPLE) })}
      </caption>
      <tbody>
        {linesOf(query.data, language).map(({ key, label, text, percent, share, of }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="py-3 pr-3 text-left font-normal">
              <span className="font-semibold">{t(label)}</span>
              {of && <span className="block wrap-anywhere">{of}</span>}
              <span className="block text-soft">{t(text)}</span>
            </th>
            <td className="px-2 py-3 text-right tabular-nums">{formatPercent(percent)}</td>
            <td className="py-3 text-right tabular-nums">{formatPoints(share)}</td>
          </tr>
        ))}
        <tr className="border-t border-line">
          <th scope="row" colSpan={2} className="py-3 text-left font-semibold">
            {t('fees.seller')}
          </th>
          <td className="py-3 text-right font-semibold text-leaf tabular-nums">{formatPoints(seller)}</td>
        </tr>
      </tbody>
    </table>
  )
}
