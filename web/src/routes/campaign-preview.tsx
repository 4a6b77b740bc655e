import { useQueries, useQuery } from '@tanstack/react-query'
import type { Campaign } from '../features/campaign/api/campaigns.ts'
import { givenOf, stateOf } from '../features/campaign/asked.ts'
import { projectQuery, virtualItemQuery } from '../market/virtual/reads.ts'
import { CampaignFrame, SignInFirst } from './campaign.tsx'

/** AW-8: a campaign as who isn't signed in will see it, while it is being written. */
export default function CampaignPreview({ campaign }: { campaign: Campaign }) {
  const project = useQuery(projectQuery(campaign.project_id)).data
  const given = givenOf(campaign.artifacts.rewards)
  const items = useQueries({ queries: given.map(({ itemId }) => virtualItemQuery(itemId)) })
  const reward_items = items.flatMap(({ data }) => data?.item ?? [])
  const answer = { campaign, extra: { linked_campaigns: [], reward_items } }
  const panel = stateOf(campaign) === 'open' ? <SignInFirst /> : null
  return (
    <CampaignFrame
      answer={answer}
      project={project}
      slug={project?.slug ?? campaign.project_id}
      own={{ panel }}
    />
  )
}
