import type { WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import {
  approveWithdrawal,
  confirmWithdrawal,
  noteForColleagues,
  reasonForCustomer,
  rejectWithdrawal,
  WITHDRAWALS,
} from './api.ts'
import { ProviderBalance } from './provider-balance.tsx'

type Props = { request: WithdrawalCase; onNext: () => void }

/** Pays out, or says no. Above the limit of BW-18 a first admin approves and a second one confirms. */
export function WithdrawalDecisions({ request, onNext }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const [open, setOpen] = useState<'pay' | 'reject'>()
  const key = useRef(crypto.randomUUID())
  const isOpen = request.status === 'pending' && can('withdrawal.decide')
  const { _id: id, version } = request
  const isSecond = request.approved_by !== null
  const given = { id, version, key: `${key.current}-${version}` }
  const shared = {
    stale: [WITHDRAWALS, 'payout-state'],
    target: id,
    onNext,
    onClose: () => setOpen(undefined),
  }
  const payTitle = isSecond ? t('withdrawal.confirm') : t('withdrawal.approve')
  return (
    <>
      {isOpen && request.needs_second_admin && (
        <Notice>{t(isSecond ? 'withdrawal.secondText' : 'withdrawal.firstText')}</Notice>
      )}
      {isOpen && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => setOpen('pay')}>
            {payTitle}
          </Button>
          <Button size="small" look="danger" onClick={() => setOpen('reject')}>
            {t('withdrawal.reject')}
          </Button>
        </div>
      )}
      {open === 'pay' && (
        <DecisionDialog
          {...shared}
          title={payTitle}
          word={t('word.pay')}
          reason={noteForColleagues}
          act={(note) => (isSecond ? confirmWithdrawal : approveWithdrawal)({ ...given, note })}
        >
          <p>
            {t('withdrawal.payText', {
              amount: formatSum(request.net),
              account: `${request.bank.bank_symbol} ${request.bank.account_number}`,
              name: request.bank.account_name,
            })}
          </p>
          <ProviderBalance net={request.net} />
        </DecisionDialog>
      )}
      {open === 'reject' && (
        <DecisionDialog
          {...shared}
          title={t('withdrawal.reject')}
          hint={t('decision.customerReads')}
          reason={reasonForCustomer}
          act={(reason) => rejectWithdrawal({ ...given, reason })}
        >
          <p>{t('withdrawal.rejectText', { amount: formatSum(request.value) })}</p>
        </DecisionDialog>
      )}
    </>
  )
}
