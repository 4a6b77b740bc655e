import type { CreditBalance } from '@talad/proto/http/ledger'
import { useText } from '../../../i18n/index.ts'
import { useBalances } from '../../../lib/balances.ts'
import { formatPoints } from '../../../lib/money.ts'
import { LoadError, Skeleton } from '../../../ui/status.tsx'
import type { Unit } from '../api/credit.ts'

const looks: Record<Unit, string> = {
  pt_thb: 'bg-gold-wash text-on-gold-wash',
  ft_thb: 'bg-leaf-wash text-leaf',
}

function Card({ balance, chosen, onChoose }: CardProps) {
  const { t } = useText()
  const isPoints = balance.unit === 'pt_thb'
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className={`grid content-start gap-1 rounded-lg p-5 text-left transition-shadow md:p-6 ${looks[balance.unit]} ${chosen ? 'ring-2 ring-current' : 'hover:shadow-card'}`}
    >
      <span className="text-sm font-semibold">{isPoints ? t('balance.points') : t('balance.earned')}</span>
      <span className="text-2xl font-bold tabular-nums">{formatPoints(balance.balance_spendable)}</span>
      <span className="text-sm">{isPoints ? t('balance.pointsText') : t('balance.earnedText')}</span>
      {balance.balance_locked > 0 && (
        <span className="text-sm font-semibold">
          {t('balance.locked', { amount: formatPoints(balance.balance_locked) })}
        </span>
      )}
    </button>
  )
}

type CardProps = { balance: CreditBalance; chosen: boolean; onChoose: () => void }

/** The two balances in plain words: points to spend here, and money earned by selling (LG-2). */
export function Balances({ unit, onChoose }: { unit: Unit; onChoose: (unit: Unit) => void }) {
  const balances = useBalances()
  if (balances.isPending) return <Skeleton className="h-36" />
  if (balances.isError) return <LoadError error={balances.error} retry={() => void balances.refetch()} />
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {balances.data.map((balance) => (
        <Card
          key={balance.unit}
          balance={balance}
          chosen={balance.unit === unit}
          onChoose={() => onChoose(balance.unit)}
        />
      ))}
    </div>
  )
}
