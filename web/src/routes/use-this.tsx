import { inLanguage } from '@talad/proto/http/bilingual'
import { Dialog } from '@talad/ui/components/dialog'
import { ArrowIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { matchingQuery, type Place } from '../features/campaign/api/matching.ts'
import { useCampaignText } from '../i18n/campaign.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const CouponReveal = lazyPart(() => import('../features/campaign/components/coupon-reveal.tsx'))

type Matching = { _id: string; project_id: string; slug: string; name: string }

function Campaigns({ list }: { list: readonly Matching[] }) {
  const { language } = useCampaignText()
  return (
    <ul className="grid gap-2">
      {list.map(({ _id, project_id: project, slug: campaign, name }) => (
        <li key={_id}>
          <Link
            to="/projects/$project/campaigns/$campaign"
            params={{ project, campaign }}
            className="group flex min-h-12 items-center justify-between gap-4 rounded-md border border-line px-4 py-3 font-semibold hover:border-leaf hover:text-leaf"
          >
            <span className="min-w-0 break-words">{inLanguage(name, language)}</span>
            <ArrowIcon className="size-5 shrink-0 text-soft group-hover:text-leaf" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * What a token on a chain can be used for, and how often it was; nothing where there is no such thing, as the page is about
 * the token (CA-32).
 */
export default function UseThis({ place, uses }: { place: Place; uses: number }) {
  const { t } = useCampaignText()
  const list = useQuery(matchingQuery(place)).data ?? []
  if (list.length === 0 && uses === 0) return null
  return (
    <Section title={t('use.title')} className="min-w-0">
      <div className="grid gap-4">
        <p className="text-soft">{t(list.length > 0 ? 'use.text' : 'use.none')}</p>
        {uses > 0 && <Notice>{t('use.spent', { count: formatCount(uses) })}</Notice>}
        {list.length > 0 && <Campaigns list={list} />}
      </div>
    </Section>
  )
}

/** What something of one's own can be used for, asked when one wants to know; and the coupon that it may have. */
export function UseThisDialog({
  place,
  onClose,
}: {
  place: { itemId: string; number: string }
  onClose: () => void
}) {
  const { t } = useCampaignText()
  const found = useQuery(matchingQuery(place))
  return (
    <Dialog title={t('use.title')} onClose={onClose}>
      <div className="grid gap-8">
        {found.isPending ? (
          <Skeleton className="h-14" />
        ) : found.isError ? (
          <LoadError error={found.error} retry={() => void found.refetch()} />
        ) : found.data.length === 0 ? (
          <Empty title={t('use.none')} />
        ) : (
          <div className="grid gap-4">
            <p className="text-soft">{t('use.text')}</p>
            <Campaigns list={found.data} />
          </div>
        )}
        <Part>
          <CouponReveal itemId={place.itemId} number={place.number} />
        </Part>
      </div>
    </Dialog>
  )
}
