import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../api.ts'
import { End } from '../end.tsx'
import { CAMPAIGNS, type Campaign, changeCampaign, deleteCampaign } from './api.ts'
import { offersOf } from './offers.ts'

const DELETE = { title: 'virtual.delete', about: 'campaign.deleteText', word: 'word.delete' } as const

/** CA-10, CA-17: pauses it and lets it go on, ends it for good, puts it away, or deletes what nobody has used. */
export function CampaignEnds({ campaign }: { campaign: Campaign }) {
  const { project, mayChange } = useProject()
  const navigate = useNavigate()
  if (!mayChange('project.write')) return null
  const common = { row: campaign, stale: CAMPAIGNS }
  return (
    <section className="grid gap-5 rounded-lg border border-line p-4 md:p-5">
      {Object.entries(offersOf(campaign)).map(([name, { change, ...offer }]) => (
        <End key={name} {...common} {...offer} act={(key) => changeCampaign(change, key)} />
      ))}
      <End
        {...common}
        {...DELETE}
        act={(key) => deleteCampaign(campaign._id, key)}
        onGone={() =>
          void navigate({ to: '/projects/$id/campaigns', params: { id: project._id }, search: {} })
        }
      />
    </section>
  )
}
