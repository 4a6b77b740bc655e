import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type Campaign, campaignQuery } from '../features/project/campaign/api.ts'
import { CampaignEnds } from '../features/project/campaign/ends.tsx'
import { CampaignHead, ToCampaigns } from '../features/project/campaign/head.tsx'
import { NewCampaign } from '../features/project/campaign/new-campaign.tsx'
import { TermsEditor } from '../features/project/campaign/terms-editor.tsx'
import { useText } from '../i18n/index.ts'
import { Loaded } from '../ui/loaded.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** In the address in place of a campaign: one that is to be. */
const NEW = 'new'

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
  return (
    <div className="grid grid-cols-1 gap-6">
      <CampaignHead campaign={campaign} />
      <TermsEditor campaign={campaign} />
      <CampaignEnds campaign={campaign} />
      <RecordHistory target={campaign._id} />
    </div>
  )
}
