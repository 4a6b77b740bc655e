import { More } from '@talad/ui/components/more'
import { Section } from '@talad/ui/components/section'
import { Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { campaignsQuery } from '../features/campaign/api/campaigns.ts'
import { CampaignCard } from '../features/campaign/components/campaign-card.tsx'
import { useCampaignText } from '../i18n/campaign.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import type { Project } from '../market/virtual/reads.ts'

/** The campaigns of a project; nothing where it has none. */
export default function ProjectCampaigns({ project }: { project: Project }) {
  const { t } = useCampaignText()
  const pages = useInfiniteQuery(campaignsQuery(project._id))
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  if (pages.isSuccess && list.length === 0) return null
  return (
    <Section title={t('campaign.list')}>
      {pages.isPending ? (
        <Skeleton className="h-26 rounded-lg" />
      ) : pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {list.map((campaign) => (
            <li key={campaign._id} className="min-w-0">
              <Link
                to="/projects/$project/campaigns/$campaign"
                params={{ project: project.slug, campaign: campaign.slug }}
                className="block h-full rounded-lg"
              >
                <CampaignCard campaign={campaign} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <More pages={pages} apart />
    </Section>
  )
}
