import { useDraft } from '@talad/ui/browser/draft'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { Button } from '@talad/ui/components/button'
import { ClosingSoon, SecondsLeft } from '@talad/ui/components/closing-soon'
import { Dialog } from '@talad/ui/components/dialog'
import { TextField } from '@talad/ui/components/field'
import { CheckIcon, ShieldIcon } from '@talad/ui/components/icons'
import { Segmented } from '@talad/ui/components/segmented'
import { SlowNote } from '@talad/ui/components/slow-note'
import { Notice } from '@talad/ui/components/status'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { type MoneyKey, useMoneyText } from '../../../i18n/money.ts'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { useRequestBankAccount } from '../api/bank.ts'
import { type BankFault, type BankField, type BankForm, bankFaults, emptyBankForm } from '../bank-form.ts'
import { BankPicker } from './bank-picker.tsx'

const faultTexts: Record<BankFault, MoneyKey> = {
  required: 'bank.required',
  bank: 'bank.chooseBank',
  number: 'bank.numberFault',
  taxId: 'bank.taxIdFault',
  tel: 'bank.telFault',
  email: 'bank.emailFault',
}

type Text = Exclude<BankField, 'entityType' | 'swiftCode'>
const texts: readonly { name: Text; label: MoneyKey; input: InputHTMLAttributes<HTMLInputElement> }[] = [
  {
    name: 'number',
    label: 'bank.number',
    input: { inputMode: 'numeric', autoComplete: 'off', maxLength: 25 },
  },
  { name: 'name', label: 'bank.name', input: { autoComplete: 'name', maxLength: 100 } },
  { name: 'tel', label: 'bank.tel', input: { type: 'tel', autoComplete: 'tel', maxLength: 20 } },
  { name: 'email', label: 'bank.email', input: { type: 'email', autoComplete: 'email', maxLength: 200 } },
]

/** The request is made. */
function Sent({ onClose }: { onClose: () => void }) {
  const { t } = useMoneyText()
  return (
    <ClosingSoon onClose={onClose} className="grid justify-items-center gap-4 py-4 text-center">
      {(left) => (
        <>
          <span className="inline-flex size-16 items-center justify-center rounded-full bg-leaf-wash text-leaf">
            <CheckIcon className="size-8" />
          </span>
          <p role="status" className="text-lg font-semibold">
            {t('bank.sent')}
          </p>
          <p className="text-soft">{t('bank.sentText')}</p>
          <Button onClick={onClose} className="w-full">
            {t('own.close')}
            <SecondsLeft left={left} />
          </Button>
        </>
      )}
    </ClosingSoon>
  )
}

const drafts = new Map<string, BankForm>()

type Props = {
  account: string
  /** the person's level is high enough; until then the form can be seen and not sent (WB-20) */
  eligible: boolean
  /** shown in front of the form where the level is too low */
  kyc: ReactNode
  onClose: () => void
}

/** Registers a bank account (M§2, BW-8). */
export default function BankDialog({ account, eligible, kyc, onClose }: Props) {
  const { t } = useMoneyText()
  const { draft: form, change: setForm, forget } = useDraft(drafts, account, emptyBankForm)
  const [left, setLeft] = useState<ReadonlySet<BankField>>(new Set())
  const key = useRef(crypto.randomUUID())
  const request = useRequestBankAccount()
  const faults = bankFaults(form)
  const change = (next: Partial<BankForm>) => setForm({ ...form, ...next })
  const faultOf = (name: BankField) => {
    const fault = left.has(name) ? faults[name] : undefined
    return fault && t(faultTexts[fault])
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setLeft(new Set(Object.keys(form) as BankField[]))
    if (Object.keys(faults).length === 0) request.mutate({ form, key: key.current }, { onSuccess: forget })
    else focusFault(event.currentTarget)
  }
  if (request.isSuccess) {
    return (
      <Dialog onClose={onClose} title={t('bank.title')}>
        <Sent onClose={onClose} />
      </Dialog>
    )
  }
  const field = (name: Text, label: string, input: InputHTMLAttributes<HTMLInputElement>, hint?: string) => (
    <TextField
      key={name}
      {...input}
      {...(hint && { hint })}
      label={label}
      value={form[name]}
      error={faultOf(name)}
      onBlur={() => setLeft(new Set([...left, name]))}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <Dialog onClose={onClose} title={t('bank.title')}>
      <form onSubmit={send} className="grid gap-5" noValidate>
        {!eligible && kyc}
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{t('bank.type')}</p>
          <Segmented
            label={t('bank.type')}
            value={form.entityType}
            options={[
              { value: 'Individual', text: t('bank.individual') },
              { value: 'Organization', text: t('bank.organization') },
            ]}
            onChange={(entityType) => change({ entityType })}
          />
        </div>
        {field(
          'taxId',
          form.entityType === 'Organization' ? t('bank.taxId') : t('bank.taxIdOptional'),
          { inputMode: 'numeric', autoComplete: 'off', maxLength: 20 },
          t('bank.taxIdHint'),
        )}
        <BankPicker
          value={form.swiftCode}
          error={faultOf('swiftCode')}
          onChange={(swiftCode) => change({ swiftCode })}
        />
        {texts.map(({ name, label, input }) => field(name, t(label), input))}
        <p className="flex items-start gap-2.5 rounded-md bg-sunken px-4 py-3 text-sm">
          <ShieldIcon className="mt-0.5 text-leaf" />
          {t('bank.identity')}
        </p>
        {request.isError && (
          <Notice tone="bad">
            <p role="alert">{messageOf(request.error)}</p>
          </Notice>
        )}
        <Button type="submit" size="large" busy={request.isPending} disabled={!eligible}>
          {t('bank.register')}
        </Button>
        <SlowNote waiting={request.isPending} />
      </form>
    </Dialog>
  )
}
