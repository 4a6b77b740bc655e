import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { shortAddress } from '../../../lib/address.ts'
import { formatCount } from '../../../lib/money.ts'
import { Badge, LoadError, Skeleton } from '../../../ui/status.tsx'
import { holdersQuery } from '../api/assets.ts'

/** Who holds pieces of an ERC-1155 asset, the largest first. */
export function Holders({ assetId, mine }: { assetId: string; mine: readonly string[] }) {
  const { t } = useText()
  const holders = useQuery(holdersQuery(assetId))
  if (holders.isPending) return <Skeleton className="h-32" />
  if (holders.isError) return <LoadError error={holders.error} retry={() => void holders.refetch()} />
  return (
    <ol className="divide-y divide-line rounded-md bg-surface px-4 shadow-card">
      {holders.data.list.map(({ holder }) => (
        <li key={holder.address} className="flex items-center justify-between gap-3 py-2.5 text-sm">
          <span className="flex items-center gap-2">
            <Link to="/$wallet" params={{ wallet: holder.address }} className="font-mono hover:text-leaf">
              {shortAddress(holder.address)}
            </Link>
            {mine.includes(holder.address) && <Badge tone="good">{t('common.you')}</Badge>}
          </span>
          <span className="font-semibold tabular-nums">
            {t('common.pieces', { amount: formatCount(holder.quantity) })}
          </span>
        </li>
      ))}
    </ol>
  )
}
