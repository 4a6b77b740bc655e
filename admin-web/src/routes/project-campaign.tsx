import { Tabs } from '@talad/ui/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useProject } from '../features/project/api.ts'
import { type Campaign, campaignQuery } from '../features/project/campaign/api.ts'
import { CampaignEnds } from '../features/project/campaign/ends.tsx'
import { CampaignHead, ToCampaigns } from '../features/project/campaign/head.tsx'
import { CampaignModel } from '../features/project/campaign/model/editor.tsx'
import { NewCampaign } from '../features/project/campaign/new-campaign.tsx'
import { TermsEditor } from '../features/project/campaign/terms-editor.tsx'
import { ReachPanel } from '../features/project/campaign/trigger/reach-panel.tsx'
import { TestPanel } from '../features/project/campaign/trigger/test-panel.tsx'
import { useText } from '../i18n/index.ts'
import { oneOf } from '../lib/pages.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Loaded } from '../ui/loaded.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** In the address in place of a campaign: one that is to be. */
const NEW = 'new'
const views = ['model', 'try', 'edit'] as const

/** One campaign: what it asks for and gives, whether it works, and what is said of it. */
export default function ProjectCampaignPage() {
  const { t } = useText()
  const { campaign } = useParams({ from: '/projects/$id/campaigns/$campaign' })
  if (campaign !== NEW) return <Open key={campaign} id={campaign} />
  return (
    <div className="grid gap-5">
      <title>{t('campaign.new')}</title>
      <div className="grid gap-1">
        <ToCampaigns />
        <h2 className="text-lg">{t('campaign.new')}</h2>
      </div>
      <NewCampaign />
    </div>
  )
}

function Open({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(campaignQuery(id))}>{(campaign) => <OpenCampaign campaign={campaign} />}</Loaded>
  )
}

function OpenCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const { can, mayChange } = useProject()
  const { search, change } = useAddress()
  const view = oneOf(views, search.tab) ?? 'model'
  return (
    <div className="grid grid-cols-1 gap-5">
      <CampaignHead campaign={campaign} />
      <Tabs
        label={t('campaign.views')}
        value={view}
        tabs={[
          { value: 'model', text: t('model.title') },
          { value: 'try', text: t('try.title') },
          { value: 'edit', text: t(mayChange('project.write') ? 'virtual.edit' : 'virtual.look') },
        ]}
        onChange={(tab) => change({ tab: tab === 'model' ? undefined : tab })}
      >
        {view === 'model' && <CampaignModel campaign={campaign} />}
        {view === 'try' && (
          <div className="grid grid-cols-1 gap-6">
            {can('project.trigger') && <TestPanel campaign={campaign} />}
            <ReachPanel campaign={campaign} />
          </div>
        )}
        {view === 'edit' && (
          <div className="grid grid-cols-1 gap-6">
            <TermsEditor campaign={campaign} />
            <CampaignEnds campaign={campaign} />
            <RecordHistory target={campaign._id} />
          </div>
        )}
      </Tabs>
    </div>
  )
}
