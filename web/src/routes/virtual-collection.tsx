import { inLanguage } from '@talad/proto/http/bilingual'
import { More } from '@talad/ui/components/more'
import { Section } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PayloadFacts } from '../features/virtual/components/payload-facts.tsx'
import { Signed } from '../features/virtual/components/signed.tsx'
import { Supply } from '../features/virtual/components/supply.tsx'
import { VirtualCard, VirtualCardsWaiting } from '../features/virtual/components/virtual-card.tsx'
import { VirtualHeader } from '../features/virtual/components/virtual-header.tsx'
import { readPayload } from '../features/virtual/payload.ts'
import { useVirtualText } from '../i18n/virtual.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ownPicture } from '../market/virtual/own-picture.ts'
import {
  projectQuery,
  type VirtualCollection,
  virtualCollectionQuery,
  virtualItemsQuery,
} from '../market/virtual/reads.ts'
import { ProjectLink } from './project-link.tsx'

const route = getRouteApi('/projects/$project/collections/$idOrSlug')

/** As many as a phone's first screen shows. */
const FIRST = 2

function Items({ collection, project }: { collection: VirtualCollection['collection']; project: string }) {
  const { t } = useVirtualText()
  const pages = useInfiniteQuery(virtualItemsQuery(collection._id))
  if (pages.isPending) return <VirtualCardsWaiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Empty title={t('virtual.noItems')} />
  return (
    <>
      <ul className="card-grid">
        {list.map((item, at) => (
          <li key={item._id} className="min-w-0">
            <Link
              to="/projects/$project/items/$idOrSlug"
              params={{ project, idOrSlug: item.slug }}
              className="block h-full rounded-lg"
            >
              <VirtualCard of={item} eager={at < FIRST} />
            </Link>
          </li>
        ))}
      </ul>
      <More pages={pages} apart />
    </>
  )
}

function Waiting() {
  return (
    <div className="page grid min-h-dvh content-start gap-6 pt-8">
      <div className="grid gap-5 md:grid-cols-[auto_1fr] md:gap-8">
        <Skeleton className="aspect-square w-28 rounded-lg md:w-36" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-10 w-56" />
          <Skeleton className="h-20 max-w-xl" />
        </div>
      </div>
      <VirtualCardsWaiting />
    </div>
  )
}

/** A virtual collection: what it is, how many there are, and its items. */
export default function VirtualCollectionPage() {
  const { t, language } = useVirtualText()
  const { project: projectName, idOrSlug } = route.useParams()
  const navigate = route.useNavigate()
  const found = useQuery(virtualCollectionQuery(idOrSlug, projectName))
  const project = useQuery(projectQuery(projectName))
  const slug = found.data?.collection.slug
  const projectSlug = project.data?.slug
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
  const { collection, effective } = found.data
  const { description = collection.description, cover, ...rest } = readPayload(effective?.payload)
  return (
    <>
      <title>{inLanguage(collection.name, language)}</title>
      <VirtualHeader
        name={collection.name}
        description={description}
        cover={ownPicture(collection.assets.cover ?? collection.theme.cover) ?? cover}
        picture={ownPicture(collection.image) ?? null}
        over={<ProjectLink project={project.data} />}
      >
        <div className="mt-5 max-w-md">
          <Supply of={collection} />
        </div>
      </VirtualHeader>
      <div className="page grid gap-12 pt-8 *:min-w-0">
        <Section title={t('virtual.items')}>
          <Items collection={collection} project={projectSlug ?? projectName} />
        </Section>
        <PayloadFacts ofCollection shown={{ ...rest, description: undefined }} />
        {effective && <Signed hash={effective.hash} />}
      </div>
    </>
  )
}
