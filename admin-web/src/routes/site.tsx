import type { SiteShown } from '@talad/proto/http/gateway/site-admin'
import { MAIN_ID } from '@talad/proto/http/gateway/site-names'
import { say } from '@talad/ui/browser/toast'
import { Tabs } from '@talad/ui/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { documentQuery, HOME, LOOK, originQuery, sitesQuery } from '../features/site/api.ts'
import { HomeEditor } from '../features/site/home/editor.tsx'
import { HostProofs } from '../features/site/host-proofs.tsx'
import { lookOf } from '../features/site/look/draft.ts'
import { LookEditor } from '../features/site/look/look-editor.tsx'
import { derived } from '../features/site/look/theme-fields.tsx'
import { SitePages } from '../features/site/pages/pages.tsx'
import { SiteCollections } from '../features/site/site-collections.tsx'
import { TermsForm } from '../features/site/terms-form.tsx'
import { text, useText } from '../i18n/index.ts'
import { oneOf } from '../lib/pages.ts'
import { usePermissions } from '../lib/permissions.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

const views = ['home', 'look', 'pages', 'collections', 'terms'] as const

/** One site: its home, how it looks, where it is found. */
export default function SitePage() {
  const { id } = useParams({ from: '/sites/$id' })
  return (
    <Loaded query={useQuery(sitesQuery)}>
      {(sites) => {
        const site = sites.find((one) => one.site_id === id)
        return site ? <Open key={id} site={site} /> : <NotFound />
      }}
    </Loaded>
  )
}

function Open({ site }: { site: SiteShown }) {
  const { t, language } = useText()
  const { can } = usePermissions()
  const { search, change } = useAddress()
  const view = oneOf(views, search.tab) ?? 'home'
  const showsSome = site.site_id !== MAIN_ID && can('collection.write') // the main one shows all (GW-5)
  return (
    <div className="grid grid-cols-1 gap-5">
      <title>{site.name[language]}</title>
      <h1 className="title text-xl">{site.name[language]}</h1>
      <Tabs
        label={t('site.views')}
        value={view}
        tabs={[
          { value: 'home', text: t('home.tab') },
          { value: 'look', text: t('look.tab') },
          { value: 'pages', text: t('page.tab') },
          ...(showsSome ? [{ value: 'collections' as const, text: t('sited.tab') }] : []),
          { value: 'terms', text: t('site.tab') },
        ]}
        onChange={(tab) => change({ tab: tab === 'home' ? undefined : tab })}
      >
        {view === 'home' && <HomeView site={site} />}
        {view === 'look' && <LookView site={site} />}
        {view === 'pages' && <SitePages siteId={site.site_id} />}
        {view === 'collections' && showsSome && <SiteCollections site={site} />}
        {view === 'terms' && (
          <div className="grid gap-6">
            <fieldset disabled={!can('site.write')} className="contents">
              <TermsForm
                key={site.version}
                site={site}
                onDone={() => say(text('editing.saved'), 'success')}
              />
            </fieldset>
            <HostProofs hosts={site.hosts} />
            <RecordHistory target={site.site_id} />
          </div>
        )}
      </Tabs>
    </div>
  )
}

const useLook = ({ site_id: id }: SiteShown) => useQuery(documentQuery(id, LOOK))

function LookView({ site }: { site: SiteShown }) {
  return <Loaded query={useLook(site)}>{(state) => <LookEditor state={state} />}</Loaded>
}

function HomeView({ site }: { site: SiteShown }) {
  const home = useQuery(documentQuery(site.site_id, HOME))
  const look = useLook(site)
  const origin = useQuery(originQuery(site))
  const palettes = look.data ? (derived(lookOf(look.data).theme)?.palettes ?? null) : null
  return (
    <Loaded query={home}>
      {(state) => <HomeEditor state={state} origin={origin.data ?? ''} palettes={palettes} />}
    </Loaded>
  )
}
