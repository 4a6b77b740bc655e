import { formatPoints } from '@talad/ui/format/money'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { useBalances } from '../../../market/reads/balances.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import type { Unit } from '../kinds.ts'
import type { Lock } from '../locks.ts'

const looks: Record<Unit, string> = {
  pt_thb: 'bg-gold-wash text-on-gold-wash',
  ft_thb: 'bg-leaf-wash text-leaf',
}

/** What there is in all, and why less of it can be spent. */
function Locks({ balance, locks }: { balance: number; locks: readonly Lock[] }) {
  const { t } = useMoneyText()
  return (
    <span className="mt-2 grid gap-0.5 border-t border-current/25 pt-2 text-sm">
      <span className="flex justify-between gap-3">
        {t('lock.balance')} <span className="tabular-nums">{formatPoints(balance)}</span>
      </span>
      {locks.map(({ text, amount }) => (
        <span key={text} className="flex justify-between gap-3">
          {t(text)} <span className="tabular-nums">−{formatPoints(amount)}</span>
        </span>
      ))}
    </span>
  )
}

function Card({ unit, spendable, balance = 0, locks = [], chosen, onChoose }: CardProps) {
  const { t } = useLateText()
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
      {locks.length > 0 && <Locks balance={balance} locks={locks} />}
    </button>
  )
}

type CardProps = {
  unit: Unit
  /** undefined while it is read */
  spendable: number | undefined
  balance?: number
  locks?: readonly Lock[]
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

type BalancesProps = {
  unit: Unit
  onChoose: (unit: Unit) => void
  /** what the part of a balance that is set aside is made of */
  locks: (unit: Unit, locked: number) => readonly Lock[]
}

/** The two balances in plain words: points to spend here, and money earned by selling (LG-2). */
export function Balances({ unit, onChoose, locks }: BalancesProps) {
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
          balance={balance.balance}
          locks={locks(balance.unit, balance.balance_locked)}
          chosen={balance.unit === unit}
          onChoose={() => onChoose(balance.unit)}
        />
      ))}
    </div>
  )
}
