import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../api.ts'
import { End } from '../end.tsx'
import { CAMPAIGNS, type Campaign, changeCampaign, deleteCampaign } from './api.ts'

const PAUSE = { title: 'campaign.pause', about: 'campaign.pauseText' } as const
const GO_ON = { title: 'campaign.goOn', about: 'campaign.goOnText' } as const
const END = { title: 'campaign.end', about: 'campaign.endText', word: 'word.end' } as const
const ARCHIVE = { title: 'virtual.archive', about: 'campaign.archiveText' } as const
const REOPEN = { title: 'virtual.reopen', about: 'campaign.reopenText' } as const
const DELETE = { title: 'virtual.delete', about: 'campaign.deleteText', word: 'word.delete' } as const

/** CA-10, CA-17: pauses it and lets it go on, ends it for good, puts it away, or deletes what nobody has used. */
export function CampaignEnds({ campaign }: { campaign: Campaign }) {
  const { project, mayChange } = useProject()
  const navigate = useNavigate()
  const { _id, updated, paused, ended, archived } = campaign
  if (!mayChange('project.write')) return null
  const common = { row: campaign, stale: CAMPAIGNS }
  return (
    <section className="grid gap-5 rounded-lg border border-line p-4 md:p-5">
      {!ended && (
        <End
          {...common}
          {...(paused ? GO_ON : PAUSE)}
          act={(key) => changeCampaign({ _id, updated, paused: !paused }, key)}
        />
      )}
      {!ended && (
        <End {...common} {...END} act={(key) => changeCampaign({ _id, updated, ended: true }, key)} />
      )}
      <End
        {...common}
        {...(archived ? REOPEN : ARCHIVE)}
        act={(key) => changeCampaign({ _id, updated, archived: !archived }, key)}
      />
      <End
        {...common}
        {...DELETE}
        act={(key) => deleteCampaign(_id, key)}
        onGone={() =>
          void navigate({ to: '/projects/$id/campaigns', params: { id: project._id }, search: {} })
        }
      />
    </section>
  )
}
