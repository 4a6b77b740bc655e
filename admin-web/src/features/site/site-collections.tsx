import {
  type AdminCollection,
  collectionAdminHttp as http,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import type { SiteShown } from '@talad/proto/http/gateway/site-admin'
import { call } from '@talad/ui/client/call'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { act } from '@talad/ui/session/step-up'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { COLLECTIONS, ofCollection } from '../../lib/choices.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { type Choice, ChoiceText, SearchPicker } from '../../ui/search-picker.tsx'

/** A site of its own shows a chosen few; who shows more than this finds the others at the desk of collections. */
const SEEN = 100
const FOUND = 10

const list = async (query: { continent: string } | { q: string }, ps: number, signal: AbortSignal) =>
  call(http.listAdminCollections, { query: { ...query, ps, count: '1' } }, { signal })

const shownQuery = (siteId: string) =>
  queryOptions({
    queryKey: [COLLECTIONS, 'of-site', siteId],
    queryFn: ({ signal }) => list({ continent: siteId }, SEEN, signal),
  })

type Sited = Choice & Pick<AdminCollection, 'continents' | 'version'>
const sited = (collection: AdminCollection): Sited => ({
  ...ofCollection(collection),
  continents: collection.continents,
  version: collection.version,
})

type Asked = { collection: Sited; isShown: boolean; key: string }

function decide(siteId: string, { collection, isShown, key }: Asked, note: string) {
  const { id: collection_id, version, continents } = collection
  const others = continents.filter((one) => one !== siteId)
  const body = { collection_id, version, note, continents: isShown ? [...others, siteId] : others }
  return act(collectionSitesHttp.setCollectionContinents, { body }, { idempotencyKey: key })
}

/** GW-5: which collections a site shows; each is decided on by itself. */
export function SiteCollections({ site }: { site: SiteShown }) {
  const { t, language } = useText()
  const { site_id: siteId } = site
  const [asked, setAsked] = useState<Asked>()
  const ask = (collection: Sited, isShown: boolean) =>
    setAsked({ collection, isShown, key: crypto.randomUUID() })
  return (
    <Loaded query={useQuery(shownQuery(siteId))}>
      {({ list: shown, total }) => (
        <div className="grid grid-cols-1 gap-5">
          <p className="text-soft">{t('sited.about')}</p>
          <SearchPicker
            label={t('picker.collection')}
            of={COLLECTIONS}
            find={async (q, signal) => (await list({ q }, FOUND, signal)).list.map(sited)}
            taken={new Set(shown.map(({ _id }) => _id))}
            onPick={(collection) => ask(collection, true)}
          />
          <section className="grid gap-3">
            <h2 className="text-base">{t('sited.shown', { count: String(total ?? shown.length) })}</h2>
            {shown.length === 0 && <Notice tone="calm">{t('sited.none')}</Notice>}
            <ul className="grid gap-2">
              {shown.map(sited).map((collection) => (
                <Shown key={collection.id} collection={collection} onTakeOut={() => ask(collection, false)} />
              ))}
            </ul>
          </section>
          {asked && (
            <DecisionDialog
              key={asked.key}
              title={t(asked.isShown ? 'sited.show' : 'sited.hide')}
              reason={reasonOf(collectionSitesHttp.setCollectionContinents)}
              act={(note) => decide(siteId, asked, note)}
              stale={[COLLECTIONS]}
              target={asked.collection.id}
              onClose={() => setAsked(undefined)}
            >
              <p className="font-semibold wrap-anywhere">{asked.collection.name}</p>
              <p>{t(asked.isShown ? 'sited.showText' : 'sited.hideText', { name: site.name[language] })}</p>
            </DecisionDialog>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Shown({ collection, onTakeOut }: { collection: Sited; onTakeOut: () => void }) {
  const { t } = useText()
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface p-2">
      <div className="flex min-w-0 grow basis-64 items-center gap-3">
        <ChoiceText choice={collection} />
      </div>
      <Link
        to="/collections"
        search={{ id: collection.id }}
        className="text-sm font-semibold text-leaf underline"
      >
        {t('sited.open')}
      </Link>
      <Button
        size="small"
        look="quiet"
        aria-label={`${t('sited.hide')} · ${collection.name}`}
        onClick={onTakeOut}
      >
        {t('sited.hide')}
      </Button>
    </li>
  )
}
