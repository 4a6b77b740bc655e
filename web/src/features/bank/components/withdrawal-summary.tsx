import type { BankAccount } from '@talad/proto/http/bank-withdrawal/shapes'
import { withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { Button } from '@talad/ui/components/button'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useMoneyText } from '../../../i18n/money.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { spaced } from '../account-number.ts'
import { BankMark, bankBySwift, bankName } from './bank-mark.tsx'

function Line({ label, strong = false, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2.5 ${strong ? 'text-lg font-semibold' : ''}`}
    >
      <dt className={strong ? '' : 'text-soft'}>{label}</dt>
      <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
    </div>
  )
}

type Props = {
  account: BankAccount
  value: bigint
  busy: boolean
  error: Error | null
  onBack: () => void
  onConfirm: () => void
}

/** What is withdrawn, what it costs and where it goes, to be confirmed or gone back from. */
export function WithdrawalSummary({ account, value, busy, error, onBack, onConfirm }: Props) {
  const { t, language } = useMoneyText()
  const fee = withdrawalFee(value)
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3">
        <BankMark symbol={account.bank_symbol} />
        <div className="min-w-0">
          <p className="font-semibold">{account.account_name}</p>
          <p className="text-sm text-soft">{bankName(bankBySwift(account.bank_swift_code), language)}</p>
        </div>
      </div>
      <dl className="divide-y divide-line border-y border-line">
        <Line label={t('bank.number')}>{spaced(account.account_number)}</Line>
        <Line label={t('withdraw.amount')}>{formatSum(value)}</Line>
        <Line label={t('withdraw.feeLine')}>
          −{formatSum(fee)}
          <span className="block text-xs text-soft">
            {t('withdraw.feeText', { minimum: formatSum(withdrawalFee(0n)) })}
          </span>
        </Line>
        <Line label={t('withdraw.netLine')} strong>
          {formatSum(value - fee)}
        </Line>
      </dl>
      <p className="text-sm text-soft">{t('withdraw.reviewed')}</p>
      {error && (
        <Notice tone="bad">
          <p role="alert">{messageOf(error)}</p>
        </Notice>
      )}
      <div className="grid gap-2">
        <Button size="large" busy={busy} onClick={onConfirm}>
          {t('withdraw.confirm')}
        </Button>
        <SlowNote waiting={busy} text={t('withdraw.slow')} />
        <Button look="plain" size="small" disabled={busy} onClick={onBack}>
          {t('withdraw.back')}
        </Button>
      </div>
    </div>
  )
}
