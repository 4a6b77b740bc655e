import { inLanguage } from '@talad/proto/http/bilingual'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Picture } from '@talad/ui/components/picture'
import { Skeleton } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { holdingsQuery } from '../features/virtual/api/holdings.ts'
import { PayloadFacts } from '../features/virtual/components/payload-facts.tsx'
import { Signed } from '../features/virtual/components/signed.tsx'
import { Supply } from '../features/virtual/components/supply.tsx'
import { readPayload } from '../features/virtual/payload.ts'
import { useVirtualText } from '../i18n/virtual.ts'
import { useViewer } from '../market/people/viewer.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ShareMenu } from '../market/sharing/share-menu.tsx'
import { ownPicture } from '../market/virtual/own-picture.ts'
import {
  projectQuery,
  type VirtualItem,
  virtualCollectionQuery,
  virtualItemQuery,
} from '../market/virtual/reads.ts'
import { ProjectLink } from './project-link.tsx'

const OwnHoldings = lazyPart(() => import('./own-holdings.tsx'))
const route = getRouteApi('/projects/$project/items/$idOrSlug')

/** What who looks has of it; nothing where that can't be had, as the page is about the item. */
function Own({ itemId }: { itemId: string }) {
  const { t } = useVirtualText()
  const { account = '', profile } = useViewer()
  const pages = useInfiniteQuery({ ...holdingsQuery(account, itemId), enabled: account !== '' })
  const list = pages.data?.pages.flatMap((page) => page.list) ?? []
  if (!profile || list.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-base">{t('mint.own')}</h2>
      <Part fallback={<Skeleton className="h-28 rounded-lg" />}>
        <OwnHoldings isBare holdings={list} profile={profile} />
      </Part>
      <Link
        to="/account/wallet"
        className="mt-3 inline-flex min-h-6 items-center text-sm text-leaf underline"
      >
        {t('mint.wallet')}
      </Link>
    </section>
  )
}

function Screen({ item, effective }: VirtualItem) {
  const { t, language } = useVirtualText()
  const { project: projectName } = route.useParams()
  const project = useQuery(projectQuery(projectName))
  const above = useQuery(virtualCollectionQuery(item.collection_id)).data?.collection
  const name = inLanguage(item.name, language)
  const payload = readPayload(effective?.payload)
  const shown = { ...payload, description: payload.description ?? item.description }
  return (
    <div className="page md:pt-12">
      <title>{name}</title>
      <div className="grid gap-8 md:grid-cols-2 md:items-start md:gap-x-14 xl:grid-cols-[7fr_6fr]">
        <div className="-mx-4 min-w-0 md:sticky md:top-24 md:m-0">
          <Picture eager src={ownPicture(item.image) ?? null} alt={name} className="md:rounded-lg" />
        </div>
        <div className="grid min-w-0 gap-10 *:min-w-0">
          <div className="grid gap-6">
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2">
                  <ProjectLink project={project.data} />
                  {above && (
                    <>
                      <span aria-hidden="true" className="text-soft">
                        ›
                      </span>
                      <Link
                        to="/projects/$project/collections/$idOrSlug"
                        params={{ project: project.data?.slug ?? projectName, idOrSlug: above.slug }}
                        className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
                      >
                        {inLanguage(above.name, language)}
                      </Link>
                    </>
                  )}
                </p>
                <h1 className="title text-2xl break-words lg:text-3xl">{name}</h1>
                <p className="mt-1 text-sm text-soft">
                  {t('virtual.number', { number: formatCount(item.number) })}
                </p>
              </div>
              <ShareMenu text={name} />
            </div>
            <section aria-label={t('virtual.supply')} className="rounded-lg bg-surface p-5 shadow-card">
              <Supply of={item} above={above} />
            </section>
            <Own itemId={item._id} />
          </div>
          <PayloadFacts shown={shown} />
          {effective && <Signed hash={effective.hash} />}
        </div>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="page grid min-h-dvh content-start gap-8 md:grid-cols-2 md:gap-14 md:pt-12 xl:grid-cols-[7fr_6fr]">
      <Skeleton className="-mx-4 aspect-square rounded-none md:m-0 md:rounded-lg" />
      <div className="grid content-start gap-5">
        <Skeleton className="h-16 w-3/4" />
        <Skeleton className="h-32 rounded-lg" />
        <Skeleton className="mt-7 h-40 rounded-lg" />
      </div>
    </div>
  )
}

/** An item of a virtual collection: its picture, what it says of itself, how many there are. */
export default function VirtualItemPage() {
  const { project: projectName, idOrSlug } = route.useParams()
  const navigate = route.useNavigate()
  const found = useQuery(virtualItemQuery(idOrSlug, projectName))
  const slug = found.data?.item.slug
  const projectSlug = useQuery(projectQuery(projectName)).data?.slug
  useEffect(() => {
    const isOne = slug === undefined || projectSlug === undefined
    if (isOne || (slug === idOrSlug && projectSlug === projectName)) return
    void navigate({ params: { project: projectSlug, idOrSlug: slug }, replace: true }) // CA-9
  }, [slug, idOrSlug, projectSlug, projectName, navigate])
  if (found.isPending) return <Waiting />
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  return <Screen {...found.data} />
}
