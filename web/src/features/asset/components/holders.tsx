import { Skeleton } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../i18n/index.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { holdersQuery } from '../api/assets.ts'

/** Who holds pieces of an ERC-1155 asset, the largest first. */
export function Holders({ assetId, mine }: { assetId: string; mine: readonly string[] }) {
  const { t } = useText()
  const holders = useQuery(holdersQuery(assetId))
  if (holders.isPending) return <Skeleton className="h-32" />
  if (holders.isError) return <LoadError error={holders.error} retry={() => void holders.refetch()} />
  return (
    <ol className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
      {holders.data.list.map(({ holder }) => (
        <li key={holder.address} className="flex items-center justify-between gap-3 py-3 text-sm">
          <WalletLink address={holder.address} isMine={mine.includes(holder.address)} />
          <span className="font-semibold tabular-nums">
            {t('common.pieces', { amount: formatCount(holder.quantity) })}
          </span>
        </li>
      ))}
    </ol>
  )
}
