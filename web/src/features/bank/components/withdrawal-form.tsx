import type { BankAccount } from '@talad/proto/http/bank-withdrawal/shapes'
import { MINIMUM_WITHDRAWAL, SILVER_CAP, withdrawalFee } from '@talad/proto/http/bank-withdrawal/terms'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { PlusIcon } from '@talad/ui/components/more-icons'
import { Notice } from '@talad/ui/components/status'
import { bahtOfPoints, formatPoints, pointsOfBaht } from '@talad/ui/format/money'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type MoneyKey, useMoneyText } from '../../../i18n/money.ts'
import { spaced } from '../account-number.ts'
import { type AmountFault, readAmount, typedAmount } from '../withdrawal.ts'
import { BankMark, bankBySwift, bankName } from './bank-mark.tsx'

/** BW-19 */
const faultTexts: Record<AmountFault, MoneyKey> = {
  number: 'withdraw.faultNumber',
  low: 'withdraw.faultLow',
  high: 'withdraw.faultHigh',
  cap: 'withdraw.faultCap',
}

/** What a withdrawal is asked for with. */
export type Draft = { bankAccountId: string; amount: string }

type ChoiceProps = { account: BankAccount; chosen: boolean; onChoose: () => void }

function AccountChoice({ account, chosen, onChoose }: ChoiceProps) {
  const { language } = useMoneyText()
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 has-checked:border-leaf has-checked:bg-leaf-wash has-focus-visible:outline-3 has-focus-visible:outline-leaf">
      <input
        type="radio"
        name="bank-account"
        checked={chosen}
        onChange={onChoose}
        className="size-5 accent-leaf"
      />
      <BankMark symbol={account.bank_symbol} className="size-9" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{account.account_name}</span>
        <span className="block truncate text-sm text-soft">
          {bankName(bankBySwift(account.bank_swift_code), language)}{' '}
          <span className="tabular-nums">{spaced(account.account_number)}</span>
        </span>
      </span>
    </label>
  )
}

/** The fee and what arrives, while the amount is typed (BW-11). */
function FeeHint({ typed, fault }: { typed: string; fault: AmountFault | undefined }) {
  const { t } = useMoneyText()
  const value = pointsOfBaht(typed)
  // nothing is promised of what can't be withdrawn
  if (value === undefined || value < MINIMUM_WITHDRAWAL || fault !== undefined) {
    return (
      <p className="text-sm text-soft">
        {t('withdraw.feeHint', {
          least: formatPoints(MINIMUM_WITHDRAWAL),
          minimum: formatPoints(withdrawalFee(0n)),
        })}
      </p>
    )
  }
  const fee = withdrawalFee(value)
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="text-soft">{t('withdraw.fee', { fee: formatPoints(fee) })}</span>
      <strong>{t('withdraw.net', { net: formatPoints(value - fee) })}</strong>
    </p>
  )
}

type Props = {
  accounts: readonly BankAccount[]
  balance: bigint
  spendable: bigint
  cap: bigint | undefined
  draft: Draft
  /** the level is high enough (WB-20) */
  eligible: boolean
  kyc: ReactNode
  onChange: (draft: Draft) => void
  onSummary: (value: bigint) => void
  onAddAccount: () => void
}

/** How much, and to which account. */
export function WithdrawalForm(props: Props) {
  const { accounts, balance, spendable, cap, draft, eligible, kyc, onChange, onSummary } = props
  const { t } = useMoneyText()
  const [left, setLeft] = useState(false)
  const [tried, setTried] = useState(false)
  const amount = readAmount(draft.amount, { spendable, cap })
  const fault = typeof amount === 'bigint' ? undefined : amount
  const values = { min: '100', cap: formatPoints(cap ?? SILVER_CAP) }
  const noBank = tried && draft.bankAccountId === ''
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (typeof amount === 'bigint' && draft.bankAccountId !== '') onSummary(amount)
    else focusFault(event.currentTarget)
  }
  return (
    <form onSubmit={send} className="grid gap-5" noValidate>
      {!eligible && kyc}
      <div className="rounded-md bg-leaf-wash px-4 py-3 text-leaf">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-sm font-semibold">{t('withdraw.spendable')}</span>
          <strong className="text-2xl tabular-nums">{formatPoints(spendable)}</strong>
        </p>
        {balance !== spendable && (
          <p className="flex justify-between gap-4 text-sm">
            <span>{t('withdraw.balance')}</span>
            <span className="tabular-nums">{formatPoints(balance)}</span>
          </p>
        )}
      </div>
      <fieldset className="grid gap-2" aria-describedby={noBank ? 'no-bank' : undefined}>
        <legend className="mb-1.5 text-sm font-semibold">{t('withdraw.to')}</legend>
        {accounts.map((account) => (
          <AccountChoice
            key={account._id}
            account={account}
            chosen={account._id === draft.bankAccountId}
            onChoose={() => onChange({ ...draft, bankAccountId: account._id })}
          />
        ))}
        {accounts.length === 0 && (
          <div className="grid justify-items-start gap-3 rounded-md bg-sunken px-4 py-4">
            <p className="text-sm">{t('withdraw.noAccount')}</p>
            <Button look="quiet" size="small" onClick={props.onAddAccount}>
              <PlusIcon />
              {t('bank.add')}
            </Button>
          </div>
        )}
        {noBank && (
          <p id="no-bank" role="alert" className="text-sm text-chili">
            {t('withdraw.chooseBank')}
          </p>
        )}
      </fieldset>
      <div className="grid gap-2">
        <div className="relative">
          <TextField
            label={t('withdraw.amount')}
            unit="฿"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={draft.amount}
            error={(left || tried) && fault ? t(faultTexts[fault], values) : undefined}
            onBlur={() => setLeft(draft.amount !== '')}
            onChange={({ target }) => onChange({ ...draft, amount: typedAmount(target.value, draft.amount) })}
          />
          <button
            type="button"
            className="absolute top-0 right-0 -mt-2.5 inline-flex min-h-11 items-center px-1 text-sm font-semibold text-leaf underline underline-offset-4"
            onClick={() => {
              setLeft(true)
              onChange({ ...draft, amount: bahtOfPoints(spendable).replace(/\.00$/, '') })
            }}
          >
            {t('withdraw.all')}
          </button>
        </div>
        <FeeHint typed={draft.amount} fault={fault} />
        {cap !== undefined && <p className="text-sm text-soft">{t('withdraw.capHint', values)}</p>}
      </div>
      {balance === 0n && <Notice tone="calm">{t('withdraw.nothing')}</Notice>}
      <Button type="submit" size="large" disabled={!eligible}>
        {t('withdraw.summary')}
      </Button>
    </form>
  )
}
