import { formatPoints } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import { useBalances } from '../../../lib/balances.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import type { Unit } from '../kinds.ts'

const looks: Record<Unit, string> = {
  pt_thb: 'bg-gold-wash text-on-gold-wash',
  ft_thb: 'bg-leaf-wash text-leaf',
}

function Card({ unit, spendable, locked = 0, chosen, onChoose }: CardProps) {
  const { t } = useText()
  const isPoints = unit === 'pt_thb'
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={!onChoose}
      onClick={onChoose}
      className={`grid content-start gap-1 rounded-lg p-5 text-left ring-inset transition-shadow md:p-7 ${looks[unit]} ${chosen ? 'ring-2 ring-current' : 'ring-1 ring-line hover:ring-current'}`}
    >
      <span className="font-semibold">{isPoints ? t('balance.points') : t('balance.earned')}</span>
      <span
        className={`text-2xl font-semibold tabular-nums md:text-3xl ${spendable === undefined ? 'invisible' : ''}`}
      >
        {formatPoints(spendable ?? 0)}
      </span>
      <span className="text-sm">{isPoints ? t('balance.pointsText') : t('balance.earnedText')}</span>
      {locked > 0 && (
        <span className="mt-1 text-sm font-semibold">
          {t('balance.locked', { amount: formatPoints(locked) })}
        </span>
      )}
    </button>
  )
}

type CardProps = {
  unit: Unit
  /** undefined while it is read */
  spendable: number | undefined
  locked?: number
  chosen: boolean
  onChoose?: () => void
}

const row = 'grid gap-4 sm:grid-cols-2 md:gap-6'

/** The two balances before their amounts are known, as high as they will be. */
export function BalancesWaiting() {
  return (
    <div className={row} aria-busy="true">
      <Card unit="pt_thb" spendable={undefined} chosen />
      <Card unit="ft_thb" spendable={undefined} chosen={false} />
    </div>
  )
}

/** The two balances in plain words: points to spend here, and money earned by selling (LG-2). */
export function Balances({ unit, onChoose }: { unit: Unit; onChoose: (unit: Unit) => void }) {
  const balances = useBalances()
  if (balances.isPending) return <BalancesWaiting />
  if (balances.isError) return <LoadError error={balances.error} retry={() => void balances.refetch()} />
  return (
    <div className={row}>
      {balances.data.map((balance) => (
        <Card
          key={balance.unit}
          unit={balance.unit}
          spendable={balance.balance_spendable}
          locked={balance.balance_locked}
          chosen={balance.unit === unit}
          onChoose={() => onChoose(balance.unit)}
        />
      ))}
    </div>
  )
}
