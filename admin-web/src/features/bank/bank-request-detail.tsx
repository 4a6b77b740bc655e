import type { BankRequestCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import {
  approveBankRequest,
  BANK_REQUESTS,
  bankRequestCaseQuery,
  maskedBankRequest,
  noteForColleagues,
  reasonForCustomer,
  rejectBankRequest,
} from './api.ts'
import { CaseHistory, Checks, ClaimNote, Reveal } from './case-parts.tsx'
import { maskedNumber } from './columns.tsx'
import { useClaim } from './use-claim.ts'

type Props = { id: string; onNext: () => void }

/** The bank request that is open beside the queue: masked until somebody asks for all of it (AW-15). */
export function OpenBankRequest({ id, onNext }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const [isRevealed, setRevealed] = useState(false)
  const row = useQuery(maskedBankRequest(id))
  const full = useQuery({ ...bankRequestCaseQuery(id), enabled: isRevealed })
  const isFree = row.data?.claim == null || row.data.claim.is_me
  useClaim(BANK_REQUESTS, id, isRevealed && isFree && row.data?.status === 'pending' && can('bank.decide'))
  return (
    <Loaded query={row}>
      {(known) =>
        known === null ? (
          <Notice>{t('bank.gone')}</Notice>
        ) : (
          <div className="grid gap-4">
            <h2 className="text-lg">{maskedNumber(known)}</h2>
            <ClaimNote row={known} />
            <Facts>
              <Fact label={t('col.status')}>
                <StatusBadge state={known.status} />
              </Fact>
              <Fact label={t('col.customer')}>
                <Ident value={known.customer_id} />
              </Fact>
              <Fact label={t('bank.asked')}>
                <Moment at={known.created} age />
              </Fact>
            </Facts>
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

function FullCase({ request, onNext }: { request: BankRequestCase; onNext: () => void }) {
  const { t } = useText()
  const { bank_account_data: account, kyc } = request
  return (
    <>
      <Facts>
        <Fact label={t('bank.number')}>
          <Ident value={account.account_number} />
        </Fact>
        <Fact label={t('bank.name')}>{account.account_name}</Fact>
        <Fact label={t('bank.verified')}>
          {kyc.name_th ?? '–'}
          <br />
          {kyc.name_en ?? '–'}
        </Fact>
        <Checks about={request} />
        <Fact label={t('bank.bank')}>
          {account.bank_symbol} · {account.bank_swift_code} · {account.entity_type}
        </Fact>
        {account.tax_id !== null && <Fact label={t('bank.taxId')}>{account.tax_id}</Fact>}
        <Fact label={t('bank.contact')}>
          {account.tel_number}
          <br />
          {account.email}
        </Fact>
        {request.reason !== null && <Fact label={t('col.reason')}>{request.reason}</Fact>}
      </Facts>
      <Decisions request={request} onNext={onNext} />
      <CaseHistory history={request.history} />
    </>
  )
}

function Decisions({ request, onNext }: { request: BankRequestCase; onNext: () => void }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [open, setOpen] = useState<'approve' | 'reject'>()
  const key = useRef(crypto.randomUUID())
  const { _id: id, version } = request
  const given = { id, version, key: `${key.current}-${version}` }
  const shared = { stale: [BANK_REQUESTS], target: id, onNext, onClose: () => setOpen(undefined) }
  return (
    <>
      {request.status === 'pending' && can('bank.decide') && (
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => setOpen('approve')}>
            {t('bank.approve')}
          </Button>
          <Button size="small" look="danger" onClick={() => setOpen('reject')}>
            {t('bank.reject')}
          </Button>
        </div>
      )}
      {open === 'approve' && (
        <DecisionDialog
          {...shared}
          title={t('bank.approve')}
          word={t('word.approve')}
          reason={noteForColleagues}
          act={(note) => approveBankRequest({ ...given, note })}
        >
          <p>{t('bank.approveText')}</p>
        </DecisionDialog>
      )}
      {open === 'reject' && (
        <DecisionDialog
          {...shared}
          title={t('bank.reject')}
          isDestructive
          hint={t('decision.customerReads')}
          reason={reasonForCustomer}
          act={(reason) => rejectBankRequest({ ...given, reason })}
        >
          <p>{t('bank.rejectText')}</p>
        </DecisionDialog>
      )}
    </>
  )
}
