import { requeueAsset } from '@talad/proto/http/asset-indexer/asset-admin'
import type { SyncOfAsset } from '@talad/proto/http/asset-indexer/indexer-admin'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { INDEXER, retrySync, syncsOfAsset } from './api.ts'
import { kindTexts, nameOf, SyncState } from './columns.tsx'

/** AI-1: what is fetched of an asset, why it failed, and having it fetched again. */
export function OpenSync({ id }: { id: string }) {
  const { t } = useText()
  return (
    <Loaded query={useQuery(syncsOfAsset(id))}>
      {(syncs) => {
        const [asset] = syncs
        return asset ? <Syncs key={id} asset={asset} syncs={syncs} /> : <Notice>{t('sync.gone')}</Notice>
      }}
    </Loaded>
  )
}

/** What each state means for who looks at it: what happens by itself, and what doesn't. */
const meanings = {
  failed: 'sync.failedText',
  sleep: 'sync.sleepText',
  dead: 'sync.deadText',
  frozen: 'sync.frozenText',
} as const

function One({ sync }: { sync: SyncOfAsset }) {
  const { t } = useText()
  const { state, error, failures, sleeps } = sync
  const meaning = state in meanings ? meanings[state as keyof typeof meanings] : undefined
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <div className="flex items-center gap-3">
        <h3 className="text-base">{t(kindTexts[sync.kind])}</h3>
        <SyncState state={state} />
      </div>
      {meaning && <p className="text-sm text-soft">{t(meaning)}</p>}
      {error !== null && (
        <Notice tone="bad">
          <p className="[overflow-wrap:anywhere]">{error}</p>
        </Notice>
      )}
      <Facts>
        <Fact label={t('sync.failures')}>{formatCount(failures)}</Fact>
        <Fact label={t('sync.sleeps')}>{formatCount(sleeps)}</Fact>
        <Fact label={t('sync.synced')}>
          <Moment at={sync.synced_at} age />
        </Fact>
        <Fact label={t('col.next')}>
          <Moment at={sync.next_at} age />
        </Fact>
      </Facts>
    </section>
  )
}

function Syncs({ asset, syncs }: { asset: SyncOfAsset; syncs: readonly SyncOfAsset[] }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [isOpen, setOpen] = useState(false)
  const ofKind = syncs.toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'metadata' ? -1 : 1))
  return (
    <div className="grid gap-4">
      <h2 className="text-lg [overflow-wrap:anywhere]">{nameOf(asset)}</h2>
      <Facts>
        <Fact label={t('sync.collection')}>{asset.collection.name}</Fact>
        <Fact label={t('suspension.contract')}>
          <Ident value={asset.contract} />
        </Fact>
        <Fact label={t('sync.token')}>{asset.token_id}</Fact>
        <Fact label={t('sync.assetId')}>
          <Ident value={asset.asset_id} />
        </Fact>
      </Facts>
      {can('order.read') && (
        <Link
          to="/orders"
          search={{ contract: asset.contract, token: asset.token_id }}
          className="text-sm font-semibold text-leaf underline"
        >
          {t('orders.title')}
        </Link>
      )}
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('sync.retry')}
        </Button>
      </div>
      {ofKind.map((sync) => (
        <One key={sync.kind} sync={sync} />
      ))}
      {isOpen && (
        <DecisionDialog
          title={t('sync.retry')}
          reason={reasonOf(requeueAsset)}
          act={(note) => retrySync(asset.asset_id, note)}
          stale={[INDEXER]}
          target={asset.asset_id}
          onClose={() => setOpen(false)}
        >
          <p>{t('sync.retryText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
