import { type Suspension, suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { ContractName } from '../../ui/contract-name.tsx'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { Staff } from '../../ui/staff.tsx'
import { SUSPENSIONS, suspensionQuery, unsuspend } from './api.ts'
import { SuspensionBadge, Told } from './columns.tsx'
import { Tokens } from './range-text.tsx'

export function OpenSuspension({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(suspensionQuery(id))}>{(one) => <Detail key={id} suspension={one} />}</Loaded>
  )
}

function Detail({ suspension }: { suspension: Suspension }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [lifting, setLifting] = useState(false)
  const { nft_range: range, status, version, suspension_id: id } = suspension
  const key = useRef(crypto.randomUUID())
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">
          <Tokens range={range} />
        </h2>
        <SuspensionBadge status={status} />
      </div>
      <Facts>
        <Fact label={t('suspension.blockchain')}>{range.blockchain}</Fact>
        <Fact label={t('suspension.contract')}>
          <ContractName contract={range.contract_address} /> <Ident value={range.contract_address} short />
        </Fact>
        <Fact label={t('suspension.id')}>
          <Ident value={id} />
        </Fact>
        <Fact label={t('suspension.told')}>
          <Told reason={suspension.reason} />
        </Fact>
        {suspension.until !== null && (
          <Fact label={t('suspension.ends')}>
            <Moment at={suspension.until} />
          </Fact>
        )}
      </Facts>
      {status === 'suspended' && can('suspension.write') && (
        <div>
          <Button size="small" onClick={() => setLifting(true)}>
            {t('suspension.lift')}
          </Button>
        </div>
      )}
      <History lines={suspension.history} />
      <RecordHistory target={id} />
      {lifting && (
        <DecisionDialog
          title={t('suspension.lift')}
          templates={['suspension.liftReason1', 'suspension.liftReason2']}
          reason={reasonOf(suspensionAdminHttp.unsuspend)}
          act={(note) => unsuspend({ id, version, note, key: key.current })}
          stale={[SUSPENSIONS]}
          target={id}
          onClose={() => setLifting(false)}
        >
          <p>{t('suspension.liftText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}

/** MO-6: the newest first. */
function History({ lines }: { lines: Suspension['history'] }) {
  const { t } = useText()
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('suspension.history')}</h3>
      <ol className="grid gap-3">
        {lines.map(({ action, admin, note, at }) => (
          <li key={at + action} className="border-l-2 border-line pl-3 text-sm">
            <p className="font-semibold">
              {t(action === 'suspend' ? 'suspension.suspended' : 'suspension.unsuspended')} ·{' '}
              <Staff id={admin} />
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
            <p className="text-soft">
              <Moment at={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
