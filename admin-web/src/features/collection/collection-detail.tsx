import type { PickedCollection } from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { AbstractForm } from './abstract-form.tsx'
import { collectionQuery } from './api.ts'
import { CollectionState } from './columns.tsx'
import { SamplesDialog, WakeDialog } from './decisions.tsx'
import { Rename } from './rename.tsx'
import { TraitEffect } from './trait-effect.tsx'
import { TraitForm } from './trait-form.tsx'
import { Verification } from './verification.tsx'

export function OpenCollection({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(collectionQuery(id))}>
      {(collection) => <Detail key={id} collection={collection} />}
    </Loaded>
  )
}

type Open = 'slug' | 'name' | 'samples' | 'wake'

function Detail({ collection }: { collection: PickedCollection }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [open, setOpen] = useState<Open>()
  /** AW-4: after a decision, made or refused, the form begins with what stands now */
  const [formOf, setFormOf] = useState(collection.version)
  const close = () => setOpen(undefined)
  const { contract, samples, former_slugs: former, asleep } = collection
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg [overflow-wrap:anywhere]">{collection.name}</h2>
        <CollectionState collection={collection} />
      </div>
      <Facts>
        <Fact label={t('collection.slug')}>
          <Ident value={collection.slug} />
        </Fact>
        {former.map(({ slug, until }) => (
          <Fact key={slug} label={t('collection.former')}>
            {slug} · {t('collection.until')} <Moment at={until} />
          </Fact>
        ))}
        <Fact label={t('suspension.contract')}>
          {contract.type} · <Ident value={contract.address} />
        </Fact>
        <Fact label={t('sync.assetId')}>
          <Ident value={collection._id} />
        </Fact>
        <Fact label={t('collection.items')}>{formatCount(collection.items)}</Fact>
        <Fact label={t('collection.owners')}>{formatCount(collection.owners)}</Fact>
        <Fact label={t('collection.listed')}>{formatCount(collection.listed)}</Fact>
        <Fact label={t('col.updated')}>
          <Moment at={collection.changed_at} /> {collection.changed_by}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="quiet" onClick={() => setOpen('name')}>
          {t('collection.rename')}
        </Button>
        <Button size="small" look="quiet" onClick={() => setOpen('slug')}>
          {t('collection.newSlug')}
        </Button>
        <Button size="small" look="quiet" onClick={() => setOpen('samples')}>
          {t('collection.randomize')}
        </Button>
        {asleep > 0 && (
          <Button size="small" look="quiet" onClick={() => setOpen('wake')}>
            {t('collection.wake', { count: formatCount(asleep) })}
          </Button>
        )}
      </div>
      {(open === 'name' || open === 'slug') && (
        <Rename key={open} what={open} collection={collection} onClose={close} />
      )}
      {samples.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-base">{t('collection.samples')}</h3>
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6 xl:grid-cols-3">
            {samples.map(({ asset_id, name, image }) => (
              <li key={asset_id} className="min-w-0 text-xs">
                <Picture src={image} alt="" className="rounded-sm" />
                <span className="line-clamp-2 [overflow-wrap:anywhere]">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-semibold text-leaf underline">
        <Link to="/indexer" search={{ collection: collection.slug }}>
          {t('collection.syncs')}
        </Link>
        {can('order.read') && (
          <Link to="/orders" search={{ contract: contract.address }}>
            {t('orders.title')}
          </Link>
        )}
        {can('suspension.read') && (
          <Link to="/suspensions" search={{ contract: contract.address }}>
            {t('suspensions.title')}
          </Link>
        )}
      </nav>
      <Verification key={`${collection._id}-${collection.version}`} collection={collection} />
      <section className="grid gap-3 border-t border-line pt-4">
        <h3 className="text-base">{t('trait.title')}</h3>
        <TraitEffect keys={collection.traits} none={t('trait.none')} />
        {can('trait.write') && (
          <TraitForm key={formOf} collection={collection} onClosed={() => setFormOf(collection.version)} />
        )}
      </section>
      <section aria-label={t('abstract.title')} className="grid gap-3 border-t border-line pt-4">
        <h3 className="text-base">{t('abstract.title')}</h3>
        <AbstractForm key={formOf} collection={collection} onClosed={() => setFormOf(collection.version)} />
      </section>
      <RecordHistory target={collection._id} />
      {open === 'samples' && <SamplesDialog collection={collection} onClose={close} />}
      {open === 'wake' && <WakeDialog collection={collection} onClose={close} />}
    </div>
  )
}
