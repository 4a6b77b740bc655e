import { type Bank, banks } from '@talad/proto/http/bank-withdrawal/banks'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { useId, useState } from 'react'
import { useMoneyText } from '../../../i18n/money.ts'
import { BankMark, bankBySwift, bankName } from './bank-mark.tsx'

/** Whether a bank is meant by what was typed: a part of its name in either language, or its short name. */
export function isMeant({ symbol, name_th, name_en }: Bank, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  return [symbol, name_th, name_en].some((name) => name.toLowerCase().includes(wanted))
}

type Props = { value: string; error: string | undefined; onChange: (swiftCode: string) => void }

/** One of the Thai banks, found by typing (BW-7). */
export function BankPicker({ value, error, onChange }: Props) {
  const { t, language } = useMoneyText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const chosen = bankBySwift(value)
  if (chosen) {
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{t('bank.bank')}</p>
        <div className="flex items-center gap-3 rounded-md border border-line bg-surface py-1.5 pr-2 pl-3">
          <BankMark symbol={chosen.symbol} className="size-9" />
          <span className="min-w-0 flex-1 font-semibold">{bankName(chosen, language)}</span>
          <Button look="plain" size="small" onClick={() => onChange('')}>
            {t('bank.change')}
          </Button>
        </div>
      </div>
    )
  }
  const found = banks.filter((bank) => isMeant(bank, typed))
  return (
    <div className="grid gap-2">
      <TextField
        label={t('bank.bank')}
        placeholder={t('bank.search')}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset className="max-h-60 overflow-y-auto rounded-md border border-line bg-surface">
        <legend className="sr-only">{t('bank.bank')}</legend>
        {found.map((bank) => (
          <label
            key={bank.swift_code}
            className="flex min-h-13 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-leaf"
          >
            <input
              type="radio"
              name={id}
              checked={false}
              onChange={() => onChange(bank.swift_code)}
              className="sr-only"
            />
            <BankMark symbol={bank.symbol} className="size-9" />
            <span className="min-w-0 flex-1">{bankName(bank, language)}</span>
          </label>
        ))}
        {found.length === 0 && <p className="px-3 py-4 text-sm text-soft">{t('bank.noneFound')}</p>}
      </fieldset>
    </div>
  )
}
