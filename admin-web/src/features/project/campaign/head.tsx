import { Picture } from '@talad/ui/components/picture'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { Ident } from '../../../ui/ident.tsx'
import { useProject } from '../api.ts'
import { upClass } from '../virtual/head.tsx'
import { type Campaign, leftQuery } from './api.ts'
import { CampaignBadge } from './columns.tsx'
import { successesQuery } from './trigger/api.ts'

export function ToCampaigns() {
  const { t } = useText()
  const { project } = useProject()
  return (
    <Link to="/projects/$id/campaigns" params={{ id: project._id }} search={{}} className={upClass}>
      {t('campaign.all')}
    </Link>
  )
}

/** The title of a campaign, whether it gives something, and how often it may. */
export function CampaignHead({ campaign }: { campaign: Campaign }) {
  const { t } = useText()
  const limitOf = (limit: number | null) => (limit === null ? t('virtual.noLimit') : formatCount(limit))
  const { artifacts_version: version, model_version: model, published_model: published } = campaign
  const { project } = useProject()
  const { data: given = null } = useQuery(successesQuery(project._id, campaign._id))
  const { data: left = campaign.left } = useQuery(leftQuery(campaign._id))
  const facts = [
    ['campaign.given', given === null ? '–' : formatCount(given)],
    ['campaign.left', limitOf(left)],
    ['campaign.limitGlobal', limitOf(campaign.limit_global)],
    ['campaign.limitPerUser', limitOf(campaign.limit_per_user)],
    ['campaign.version', version === 0 ? '–' : String(version)],
  ] as const
  return (
    <header className="grid gap-3">
      <title>{campaign.name}</title>
      <div className="grid gap-1">
        <ToCampaigns />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg wrap-anywhere">{campaign.name}</h2>
          <CampaignBadge {...campaign} />
          <span className="text-sm text-soft">
            <Ident value={campaign.slug} />
          </span>
        </div>
        {model > published && <p className="text-sm text-soft">{t('campaign.isAhead')}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-5">
        {campaign.assets.image !== undefined && (
          <Picture src={campaign.assets.image} alt="" className="size-20 rounded-md" />
        )}
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-xs text-soft">{t(label)}</dt>
              <dd className="text-lg font-semibold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <Link
          to="/projects/$id/triggers"
          params={{ id: project._id }}
          search={{ campaign: campaign._id }}
          className={upClass}
        >
          {t('triggers.title')}
        </Link>
      </div>
    </header>
  )
}
