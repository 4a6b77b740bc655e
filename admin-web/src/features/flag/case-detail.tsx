import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { Button } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Badge, Notice } from '@talad/ui/components/status'
import { formatMinuteAfter } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { useSite } from '../../lib/site.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { Staff } from '../../ui/staff.tsx'
import { VirtualCollection } from '../../ui/virtual-collection.tsx'
import { caseNowQuery, flagCaseQuery, flaggedAssetQuery } from './api.ts'
import { Changes } from './changes.tsx'
import { CollectionDecision } from './collection-decision.tsx'
import { Decisions } from './decisions.tsx'
import { Effect, OpenOrders } from './effect.tsx'
import { Reports } from './reports.tsx'
import type { FlagQueue } from './use-flag-queue.ts'

/** The case that is open beside the queue (AW-6). */
export function OpenFlagCase({ id, queue }: { id: string; queue: FlagQueue }) {
  const query = useQuery(flagCaseQuery(id))
  const again = () => void query.refetch()
  return (
    <Loaded query={query}>
      {(found) => (
        <>
          <Meanwhile found={found} onRead={again} />
          <Whole found={found} queue={queue} />
        </>
      )}
    </Loaded>
  )
}

/** AW-4, AW-5: who looks at it just now, and whether something came since it was read; it is read again on request. */
function Meanwhile({ found, onRead }: { found: FlagCaseDetail; onRead: () => void }) {
  const { t } = useText()
  const { data: now } = useQuery(caseNowQuery(found._id))
  const { claim } = now ?? found
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {now && now.version > found.version && (
        <Notice tone="wait">
          <p>{t(now.resolution === 'resolved' ? 'flag.decidedMeanwhile' : 'flag.changedMeanwhile')}</p>
          <Button size="small" look="quiet" onClick={onRead}>
            {t('flag.readAgain')}
          </Button>
        </Notice>
      )}
      {claim && !claim.is_me && (
        <Notice>
          <Staff id={claim.account_id} />{' '}
          <span>{t('claim.text', { until: formatMinuteAfter(claim.until) })}</span>
        </Notice>
      )}
    </div>
  )
}

function Whole({ found, queue }: { found: FlagCaseDetail; queue: FlagQueue }) {
  const { t } = useText()
  const { asset } = found
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-lg wrap-anywhere">{asset.name || asset.token_id}</h2>
        {asset.suspended && <Badge tone="bad">{t('flag.suspended')}</Badge>}
      </div>
      {found.resolution === 'flagged' && found.instant_suspension !== null && (
        <Notice tone="wait">{t('flag.suspendedAtOnce')}</Notice>
      )}
      <Picture src={asset.image || null} alt="" className="aspect-square w-full max-w-md rounded-md" />
      <Owner found={found} />
      <Told asset={asset} />
      {found.since_decision && <Changes since={found.since_decision} />}
      <UndoDecision found={found} queue={queue} />
      <Effect asset={asset} />
      <OpenOrders asset={asset} />
      <Reports found={found} />
      {found.resolution === 'flagged' && <CollectionDecision found={found} onDone={queue.note} />}
      <Decisions found={found} />
      <RecordHistory target={found._id} />
    </div>
  )
}

function Owner({ found: { asset, round, opened, issuer } }: { found: FlagCaseDetail }) {
  const { t, language } = useText()
  const { can } = usePermissions()
  const { data } = useQuery(flaggedAssetQuery(asset._id))
  return (
    <Facts>
      <Fact label={t('flag.contract')}>
        <Ident value={asset.contract_address} short /> · {asset.token_id}
        {can('order.read') && (
          <>
            {' · '}
            <Link
              to="/orders"
              search={{ contract: asset.contract_address, token: asset.token_id }}
              className="text-leaf underline"
            >
              {t('orders.title')}
            </Link>
          </>
        )}
      </Fact>
      <Fact label={t('flag.issuer')}>
        {!issuer && t('flag.noIssuer')}
        {issuer && !can('issuer.read') && issuer.names[language]}
        {issuer && can('issuer.read') && (
          <Link to="/issuers" search={{ id: issuer.issuer_id }} className="text-leaf underline">
            {issuer.names[language]}
          </Link>
        )}
      </Fact>
      <InShop asset={asset} />
      {asset.abstract && (
        <Fact label={t('flag.collectionVirtual')}>
          <VirtualCollection stands={asset.abstract} />
        </Fact>
      )}
      {data && (
        <>
          <Fact label={t('flag.collection')}>{data.collection.name}</Fact>
          <Fact label={t('flag.owner')}>
            {data.recent.owner ? (
              <Ident value={data.recent.owner} short />
            ) : (
              t('flag.holders', { count: String(data.internal.holders_count) })
            )}
          </Fact>
        </>
      )}
      <Fact label={t('flag.opened')}>
        <Moment at={opened} age />
      </Fact>
      <Fact label={t('flag.rounds')}>{round}</Fact>
    </Facts>
  )
}

/** What people see of it, in a tab of its own. */
function InShop({ asset }: Pick<FlagCaseDetail, 'asset'>) {
  const { t } = useText()
  const shop = useSite()?.shopUrl
  if (!shop) return null
  const { blockchain, contract_address: contract, token_id: token } = asset
  return (
    <Fact label={t('flag.shop')}>
      <a
        href={`${shop}/assets/${blockchain}/${contract}/${token}`}
        target="_blank"
        rel="noreferrer"
        className="text-leaf underline"
      >
        {t('flag.openInShop')}
      </a>
    </Fact>
  )
}

/** AW-6: what its maker says of it; words of a stranger. */
function Told({ asset }: Pick<FlagCaseDetail, 'asset'>) {
  const { t } = useText()
  const { data } = useQuery(flaggedAssetQuery(asset._id))
  if (!data) return null
  const { description, attributes } = data.metadata
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="text-base">{t('flag.told')}</h3>
      <p className="max-h-48 overflow-y-auto whitespace-pre-line wrap-anywhere">
        {description || t('flag.toldNothing')}
      </p>
      {attributes.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {attributes.map(({ trait_type: key, value }) => (
            <li key={`${key} ${value}`} className="rounded-sm bg-sunken px-2 py-0.5 wrap-anywhere">
              <span className="text-soft">{key}</span> {value}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** MO-19: a decision of the last day can be taken back, whoever made it. */
function UndoDecision({ found, queue }: { found: FlagCaseDetail; queue: FlagQueue }) {
  const { t } = useText()
  const { can } = usePermissions()
  const { _id, version, undo_until: until } = found
  if (until === null || !can('flag.resolve')) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="small"
        look="quiet"
        busy={queue.isBusy}
        onClick={() => void queue.undo([{ case_id: _id, version }])}
      >
        {t('flag.undo')}
      </Button>
      <p className="text-sm text-soft">
        {t('flag.undoUntil')} <Moment at={until} />
      </p>
    </div>
  )
}
