import type { BankAccount } from '@talad/proto/http/bank-withdrawal/shapes'
import { say } from '@talad/ui/browser/toast'
import { Dialog } from '@talad/ui/components/dialog'
import { type ReactNode, useRef, useState } from 'react'
import { useMoneyText } from '../../../i18n/money.ts'
import { useRequestWithdrawal } from '../api/bank.ts'
import { capOf } from '../withdrawal.ts'
import { type Draft, WithdrawalForm } from './withdrawal-form.tsx'
import { WithdrawalSummary } from './withdrawal-summary.tsx'

type Props = {
  accounts: readonly BankAccount[]
  /** of the money that was earned, in points */
  balance: bigint
  spendable: bigint
  kycLevel: number
  /** verified names, for BW-14 */
  names: readonly (string | null)[]
  kyc: ReactNode
  onClose: () => void
  onAddAccount: () => void
}

/** Withdrawing: form, summary, confirm or back, and it closes when it is done (M§2). */
export default function WithdrawalDialog({ accounts, kycLevel, names, onClose, ...form }: Props) {
  const { t } = useMoneyText()
  const [draft, setDraft] = useState<Draft>({ bankAccountId: accounts[0]?._id ?? '', amount: '' })
  const [value, setValue] = useState<bigint>()
  const key = useRef(crypto.randomUUID())
  const request = useRequestWithdrawal()
  const account = accounts.find(({ _id }) => _id === draft.bankAccountId)
  const cap = capOf(kycLevel, account?.entity_type === 'Organization', names)
  const confirm = (asked: bigint, to: BankAccount) =>
    request.mutate(
      { bankAccountId: to._id, value: asked, key: key.current },
      {
        onSuccess: () => {
          say(t('withdraw.done'), 'success')
          onClose()
        },
      },
    )
  if (value !== undefined && account) {
    return (
      <Dialog onClose={onClose} title={t('withdraw.confirmTitle')}>
        <WithdrawalSummary
          account={account}
          value={value}
          busy={request.isPending}
          error={request.error}
          onBack={() => {
            request.reset()
            setValue(undefined)
          }}
          onConfirm={() => confirm(value, account)}
        />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={onClose} title={t('withdraw.title')}>
      <WithdrawalForm
        {...form}
        accounts={accounts}
        cap={cap}
        draft={draft}
        eligible={kycLevel >= 2}
        onChange={setDraft}
        onSummary={setValue}
      />
    </Dialog>
  )
}
