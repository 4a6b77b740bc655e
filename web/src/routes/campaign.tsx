import { inLanguage } from '@talad/proto/http/bilingual'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { FollowBar } from '@talad/ui/components/follow-bar'
import { Section } from '@talad/ui/components/section'
import { Notice, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { type CampaignAnswer, campaignQuery } from '../features/campaign/api/campaigns.ts'
import { askedOf, type CampaignState, type Slot, stateOf } from '../features/campaign/asked.ts'
import { keptCode, takeCode } from '../features/campaign/code.ts'
import { AskedList } from '../features/campaign/components/asked-list.tsx'
import { Rewards } from '../features/campaign/components/rewards.tsx'
import { StateBadge } from '../features/campaign/components/state-badge.tsx'
import { Terms } from '../features/campaign/components/terms.tsx'
import { VirtualHeader } from '../features/virtual/components/virtual-header.tsx'
import { type CampaignKey, useCampaignText } from '../i18n/campaign.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ownPicture } from '../market/virtual/own-picture.ts'
import { type Project, projectQuery } from '../market/virtual/reads.ts'
import { CampaignMine } from './campaign-mine.tsx'
import { CampaignWay } from './campaign-way.tsx'
import { ProjectLink } from './project-link.tsx'

const route = getRouteApi('/projects/$project/campaigns/$campaign')

/** Why nothing is given now, and what can be done about it. */
const closedTexts: Record<Exclude<CampaignState, 'open'>, CampaignKey> = {
  ended: 'campaign.endedText',
  paused: 'campaign.pausedText',
  internal: 'campaign.internalText',
  hidden: 'campaign.hiddenText',
  draft: 'campaign.draftText',
}

type Own = { panel: ReactNode; standing?: (slot: Slot) => ReactNode }

/** The page of a campaign, with what of it is who looks at it's own. */
export function CampaignFrame({
  answer,
  project,
  slug,
  own,
}: {
  answer: CampaignAnswer
  project: Project | undefined
  slug: string
  own: Own
}) {
  const { t, language } = useCampaignText()
  const { campaign, extra } = answer
  const state = stateOf(campaign)
  const asked = askedOf(campaign.artifacts.requirements)
  const picture = campaign.assets.image ?? extra?.reward_items.find(({ image }) => image !== null)?.image
  return (
    <>
      <title>{inLanguage(campaign.name, language)}</title>
      <VirtualHeader
        name={campaign.name}
        description={campaign.description}
        cover={ownPicture(campaign.assets.cover)}
        picture={ownPicture(picture) ?? null}
        over={<ProjectLink project={project} />}
      >
        <div className="mt-4 grid justify-items-start gap-4">
          <StateBadge campaign={campaign} />
          <Terms campaign={campaign} linked={extra?.linked_campaigns ?? []} />
        </div>
      </VirtualHeader>
      <div className="page grid gap-10 pt-8 *:min-w-0 md:grid-cols-[5fr_4fr] md:items-start md:gap-14">
        <div className="grid gap-6 *:min-w-0 md:sticky md:top-24 md:order-2">
          {state !== 'open' && (
            <Notice tone={state === 'paused' ? 'wait' : 'calm'}>
              <p>{t(closedTexts[state])}</p>
            </Notice>
          )}
          <Section title={t('campaign.get')}>
            <Rewards
              answer={answer}
              link={(idOrSlug, content) => (
                <Link
                  to="/projects/$project/items/$idOrSlug"
                  params={{ project: slug, idOrSlug }}
                  className="group flex items-center gap-4 rounded-lg bg-surface p-3 shadow-card"
                >
                  {content}
                </Link>
              )}
            />
          </Section>
          {own.panel}
        </div>
        <Section title={t('campaign.asked')}>
          {asked.length === 0 ? (
            <p className="text-soft">{t('campaign.asksNothing')}</p>
          ) : (
            <AskedList
              asked={asked}
              way={(way) => <CampaignWay way={way} project={slug} />}
              {...(own.standing && { standing: own.standing })}
            />
          )}
        </Section>
      </div>
    </>
  )
}

export function SignInFirst() {
  const { t } = useCampaignText()
  return (
    <FollowBar aside={null}>
      <Link to="/sign-in" onClick={rememberPlace} className={`${buttonClass()} w-full`}>
        {t('claim.signIn')}
      </Link>
    </FollowBar>
  )
}

function Screen({ answer }: { answer: CampaignAnswer }) {
  const { project: projectName } = route.useParams()
  const project = useQuery(projectQuery(projectName)).data
  const { account, isKnown } = useWho()
  const slug = project?.slug ?? projectName
  const frame = (own: Own) => <CampaignFrame answer={answer} project={project} slug={slug} own={own} />
  if (stateOf(answer.campaign) !== 'open') return frame({ panel: null })
  if (account === undefined)
    return frame({ panel: isKnown ? <SignInFirst /> : <Skeleton className="h-12" /> })
  return (
    <CampaignMine key={account} answer={answer} account={account} project={slug}>
      {frame}
    </CampaignMine>
  )
}

/** Whose claim it is, once that is known. */
function useWho() {
  const session = useSession()
  return {
    account: session.kind === 'user' ? session.accountId : undefined,
    isKnown: session.kind === 'user' || session.kind === 'visitor',
  }
}

function Waiting() {
  return (
    <div className="page grid min-h-dvh content-start gap-6 pt-8">
      <Skeleton className="aspect-square w-28 rounded-lg md:w-36" />
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-20 max-w-xl" />
      <Skeleton className="h-28 rounded-lg" />
      <Skeleton className="h-28 rounded-lg" />
    </div>
  )
}

/** A campaign: what it asks for, what it gives, and the way to claim it (CA-10 to CA-45). */
export default function CampaignPage() {
  const { project: projectName, campaign: name } = route.useParams()
  const navigate = route.useNavigate()
  const found = useQuery(campaignQuery(name, projectName))
  const slug = found.data?.campaign.slug
  const id = found.data?.campaign._id
  const projectSlug = useQuery(projectQuery(projectName)).data?.slug
  useEffect(takeCode, [])
  useEffect(() => {
    if (id !== undefined) keptCode(id)
  }, [id])
  useEffect(() => {
    const isOne = slug === undefined || projectSlug === undefined
    if (isOne || (slug === name && projectSlug === projectName)) return
    void navigate({ params: { project: projectSlug, campaign: slug }, replace: true }) // CA-9
  }, [slug, name, projectSlug, projectName, navigate])
  if (found.isPending) return <Waiting />
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  return <Screen answer={found.data} />
}
