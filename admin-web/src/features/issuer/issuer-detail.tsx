import { type Issuer, issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { Button } from '@talad/ui/components/button'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { ISSUERS, issuerFeesQuery, issuerQuery, modifyIssuer, removeIssuer, syncFees } from './api.ts'
import { ActiveBadge, IssuerName } from './columns.tsx'
import { Declarations } from './declarations.tsx'
import { IssuerForm } from './issuer-form.tsx'
import { RangeBars } from './ranges.tsx'
import { Sheet } from './sheet.tsx'

export function OpenIssuer({ id }: { id: string }) {
  return <Loaded query={useQuery(issuerQuery(id))}>{(one) => <Detail key={id} issuer={one} />}</Loaded>
}

type What = 'remove' | 'activate' | 'sync'

function Detail({ issuer }: { issuer: Issuer }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [isEdited, setEdited] = useState(false)
  const [deciding, setDeciding] = useState<What>()
  const { issuer_id: id, slug, nft_ranges: ranges, primary_customer_id: payee, is_active } = issuer
  if (isEdited) return <IssuerForm issuer={issuer} onClose={() => setEdited(false)} />
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">
          <IssuerName names={issuer.names} />
        </h2>
        <ActiveBadge is_active={is_active} />
      </div>
      <Facts>
        <Fact label={t('issuer.slug')}>{slug}</Fact>
        <Fact label={t('issuer.payee')}>
          <Ident value={payee} />
        </Fact>
        <Fact label={t('suspension.id')}>
          <Ident value={id} />
        </Fact>
      </Facts>
      <RangeBars ranges={ranges} />
      {can('issuer.write') && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setEdited(true)}>
            {t('issuer.edit')}
          </Button>
          <Button look="quiet" size="small" onClick={() => setDeciding(is_active ? 'remove' : 'activate')}>
            {t(is_active ? 'issuer.remove' : 'issuer.activate')}
          </Button>
        </div>
      )}
      <Fees id={id} onSync={() => setDeciding('sync')} />
      <Declarations issuer={issuer} />
      <RecordHistory target={id} />
      {deciding && <Decision issuer={issuer} what={deciding} onClose={() => setDeciding(undefined)} />}
    </div>
  )
}

/** MO-33: what sales of its tokens pay. */
function Fees({ id, onSync }: { id: string; onSync: () => void }) {
  const { t } = useText()
  const { can } = usePermissions()
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t('fee.title')}</h2>
        {can('fee.write') && (
          <Button look="quiet" size="small" onClick={onSync}>
            {t('fee.sync')}
          </Button>
        )}
      </div>
      <Loaded query={useQuery(issuerFeesQuery(id))}>
        {(sheets) => (
          <div className="grid gap-5">
            {sheets.map((sheet) => (
              <Sheet key={`${sheet.blockchain} ${sheet.contract_address}`} sheet={sheet} />
            ))}
          </div>
        )}
      </Loaded>
    </section>
  )
}

/** What is decided about an issuer as a whole. */
function decide(issuer: Issuer, what: What, decided: { note: string; key: string }): Promise<unknown> {
  const { issuer_id, version, slug, names, primary_customer_id } = issuer
  if (what === 'sync') return syncFees(issuer_id, decided)
  if (what === 'remove') return removeIssuer({ issuer_id, version }, decided)
  const nft_ranges = issuer.nft_ranges.map(
    ({ blockchain, contract_address, token_from, token_to, abstract }) => ({
      blockchain,
      contract_address,
      ...(token_from !== null && token_to !== null && { token_from, token_to }),
      ...(abstract && { abstract: { ...abstract, item_id: abstract.item_id ?? undefined } }),
    }),
  )
  const terms = { slug, names, nft_ranges, primary_customer_id }
  return modifyIssuer({ ...terms, issuer_id, is_active: true, version }, decided)
}

const titles = { remove: 'issuer.remove', activate: 'issuer.activate', sync: 'fee.sync' } as const
const texts = { remove: 'issuer.removeText', activate: 'issuer.activateText', sync: 'fee.syncText' } as const

function Decision({ issuer, what, onClose }: { issuer: Issuer; what: What; onClose: () => void }) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  return (
    <DecisionDialog
      title={t(titles[what])}
      isDestructive={what === 'remove'}
      {...(what === 'remove' && { word: t('word.remove') })}
      reason={reasonOf(issuerAdminHttp.removeIssuer)}
      act={(note) => decide(issuer, what, { note, key: key.current })}
      stale={[ISSUERS]}
      target={issuer.issuer_id}
      onClose={onClose}
    >
      <p>{t(texts[what])}</p>
    </DecisionDialog>
  )
}
