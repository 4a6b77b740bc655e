import type { QueuedWithdrawal, WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { maskedWithdrawal, WITHDRAWALS, withdrawalCaseQuery } from './api.ts'
import { CaseHistory, Checks, ClaimNote, Incident, Reveal } from './case-parts.tsx'
import { maskedNumber } from './columns.tsx'
import { MoneyOrigin } from './money-origin.tsx'
import { PayoutOutcome } from './payout-outcome.tsx'
import { ProviderBalance } from './provider-balance.tsx'
import { useClaim } from './use-claim.ts'
import { WithdrawalDecisions } from './withdrawal-decisions.tsx'

type Props = { id: string; onNext: () => void }

/** The withdrawal that is open beside the queue: masked until somebody asks for all of it (AW-15). */
export function OpenWithdrawal({ id, onNext }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const [isRevealed, setRevealed] = useState(false)
  const row = useQuery(maskedWithdrawal(id))
  const full = useQuery({ ...withdrawalCaseQuery(id), enabled: isRevealed })
  const isFree = row.data?.claim == null || row.data.claim.is_me
  useClaim(
    WITHDRAWALS,
    id,
    isRevealed && isFree && row.data?.status === 'pending' && can('withdrawal.decide'),
  )
  return (
    <Loaded query={row}>
      {(known) =>
        known === null ? (
          <Notice>{t('bank.gone')}</Notice>
        ) : (
          <div className="grid gap-4">
            <h2 className="text-lg tabular-nums">{formatSum(known.value)}</h2>
            <ClaimNote row={known} />
            <MaskedFacts row={known} />
            {!isRevealed && <Reveal busy={full.isFetching} onReveal={() => setRevealed(true)} />}
            {isRevealed && (
              <Loaded query={full}>{(request) => <FullCase request={request} onNext={onNext} />}</Loaded>
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function MaskedFacts({ row }: { row: QueuedWithdrawal }) {
  const { t } = useText()
  const { can } = usePermissions()
  return (
    <Facts>
      <Fact label={t('col.status')}>
        <StatusBadge state={row.status} />
      </Fact>
      <Fact label={t('bank.account')}>{maskedNumber(row)}</Fact>
      <Fact label={t('withdrawal.fee')}>{formatSum(row.service_fee)}</Fact>
      <Fact label={t('withdrawal.net')}>{formatSum(row.net)}</Fact>
      <Fact label={t('col.customer')}>
        {can('idp_profile.read') ? (
          <Link to="/customers/$id" params={{ id: row.customer_id }} className="text-leaf underline">
            {row.customer_id}
          </Link>
        ) : (
          <Ident value={row.customer_id} />
        )}
      </Fact>
      <Fact label={t('bank.asked')}>
        <Moment at={row.created} age />
      </Fact>
      {row.same_number_elsewhere && (
        <Fact label={t('bank.signs')}>
          <span className="font-semibold text-chili">{t('bank.sameNumber')}</span>
        </Fact>
      )}
      {row.incident_about && (
        <Fact label={t('col.incident')}>
          <Incident of={row.incident_about} />
        </Fact>
      )}
    </Facts>
  )
}

function FullCase({ request, onNext }: { request: WithdrawalCase; onNext: () => void }) {
  const { t } = useText()
  const { bank, payout } = request
  return (
    <>
      <Facts>
        <Fact label={t('bank.number')}>
          <Ident value={bank.account_number} />
        </Fact>
        <Fact label={t('bank.name')}>{bank.account_name}</Fact>
        <Fact label={t('bank.bank')}>
          {bank.bank_symbol} · {bank.bank_swift_code} · {bank.entity_type}
        </Fact>
        <Checks about={request} />
        {request.reason !== null && <Fact label={t('col.reason')}>{request.reason}</Fact>}
        {payout.attempts > 0 && (
          <Fact label={t('withdrawal.payout')}>
            {payout.transfer_id ?? t('withdrawal.payoutUnknown')} · {payout.attempts}
          </Fact>
        )}
      </Facts>
      <MoneyOrigin customer={request.customer_id} />
      {request.status === 'pending' && <ProviderBalance net={request.net} />}
      <WithdrawalDecisions request={request} onNext={onNext} />
      <PayoutOutcome request={request} onNext={onNext} />
      <CaseHistory history={request.history} />
    </>
  )
}
