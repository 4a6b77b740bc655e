import { Tabs } from '@talad/ui/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useProject } from '../features/project/api.ts'
import { type Campaign, campaignQuery, choicesQuery, modelQuery } from '../features/project/campaign/api.ts'
import { CampaignState } from '../features/project/campaign/columns.tsx'
import { CampaignEnds } from '../features/project/campaign/ends.tsx'
import { ModelEditor } from '../features/project/campaign/model-editor.tsx'
import { NewCampaign } from '../features/project/campaign/new-campaign.tsx'
import { Publish } from '../features/project/campaign/publish.tsx'
import { TermsEditor } from '../features/project/campaign/terms-editor.tsx'
import { upClass } from '../features/project/virtual/head.tsx'
import { useText } from '../i18n/index.ts'
import { oneOf } from '../lib/pages.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Ident } from '../ui/ident.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** In the address in place of a campaign: one that is to be. */
const NEW = 'new'
const views = ['model', 'publish', 'edit'] as const

function Up() {
  const { t } = useText()
  const { project } = useProject()
  return (
    <Link to="/projects/$id/campaigns" params={{ id: project._id }} search={{}} className={upClass}>
      {t('campaign.all')}
    </Link>
  )
}

/** AW-8: one campaign: what it asks for and gives, making it live, and what is said of it. */
export default function ProjectCampaignPage() {
  const { t } = useText()
  const { campaign } = useParams({ from: '/projects/$id/campaigns/$campaign' })
  if (campaign !== NEW) return <Open key={campaign} id={campaign} />
  return (
    <div className="grid gap-5">
      <title>{t('campaign.new')}</title>
      <div className="grid gap-1">
        <Up />
        <h2 className="text-lg">{t('campaign.new')}</h2>
      </div>
      <NewCampaign />
    </div>
  )
}

function Open({ id }: { id: string }) {
  return <Loaded query={useQuery(campaignQuery(id))}>{(campaign) => <Opened campaign={campaign} />}</Loaded>
}

function Opened({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { project } = useProject()
  const { search, change } = useAddress()
  const view = oneOf(views, search.tab) ?? 'model'
  return (
    <div className="grid grid-cols-1 gap-5">
      <title>{campaign.name}</title>
      <header className="grid gap-1">
        <Up />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg wrap-anywhere">{campaign.name}</h2>
          <CampaignState {...campaign} />
          <span className="text-sm text-soft">
            <Ident value={campaign.slug} />
          </span>
        </div>
      </header>
      <Tabs
        label={t('campaign.views')}
        value={view}
        tabs={[
          { value: 'model', text: t('campaign.model') },
          { value: 'publish', text: t('campaign.publish') },
          { value: 'edit', text: t('campaign.rules') },
        ]}
        onChange={(tab) => change({ tab: tab === 'model' ? undefined : tab })}
      >
        {view === 'edit' && (
          <div className="grid grid-cols-1 gap-6">
            <TermsEditor campaign={campaign} />
            <CampaignEnds
              campaign={campaign}
              onGone={() =>
                void navigate({ to: '/projects/$id/campaigns', params: { id: project._id }, search: {} })
              }
            />
            <RecordHistory target={campaign._id} />
          </div>
        )}
        {view === 'model' && <Model id={campaign._id} />}
        {view === 'publish' && <ToPublish campaign={campaign} />}
      </Tabs>
    </div>
  )
}

function Model({ id }: { id: string }) {
  const { project } = useProject()
  const choices = useQuery(choicesQuery(project._id))
  const model = useQuery(modelQuery(id))
  return (
    <Loaded query={choices}>
      {(known) => <Loaded query={model}>{(saved) => <ModelEditor saved={saved} choices={known} />}</Loaded>}
    </Loaded>
  )
}

function ToPublish({ campaign }: { campaign: Campaign }) {
  const model = useQuery(modelQuery(campaign._id))
  return <Loaded query={model}>{(saved) => <Publish campaign={campaign} saved={saved} />}</Loaded>
}
