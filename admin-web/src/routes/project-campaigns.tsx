import { buttonClass } from '@talad/ui/components/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useProject } from '../features/project/api.ts'
import { campaignSource } from '../features/project/campaign/api.ts'
import { campaignColumns } from '../features/project/campaign/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { Desk } from '../ui/desk.tsx'

const NONE = 'campaign.none'

/** AW-8 /projects/{id}/campaigns: its campaigns. */
export default function ProjectCampaignsPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const { project, mayChange } = useProject()
  const { _id: id } = project
  const source = useMemo(() => campaignSource(id), [id])
  return (
    <Desk
      inside
      title={t('campaign.title')}
      aside={
        mayChange('project.write') && (
          <Link
            to="/projects/$id/campaigns/$campaign"
            params={{ id, campaign: 'new' }}
            search={{}}
            className={buttonClass('primary', 'small')}
          >
            {t('campaign.new')}
          </Link>
        )
      }
    >
      <DataTable
        name="project-campaigns"
        caption="campaign.title"
        columns={campaignColumns}
        source={source}
        keyOf={({ _id }) => _id}
        empty={NONE}
        onOpen={(campaign) =>
          void navigate({ to: '/projects/$id/campaigns/$campaign', params: { id, campaign }, search: {} })
        }
      />
    </Desk>
  )
}
