import { inLanguage } from '@talad/proto/http/bilingual'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Section } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { VirtualCard, VirtualCardsWaiting } from '../features/virtual/components/virtual-card.tsx'
import { VirtualHeader } from '../features/virtual/components/virtual-header.tsx'
import { useVirtualText } from '../i18n/virtual.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { ownPicture } from '../market/virtual/own-picture.ts'
import { type Project, projectQuery, virtualCollectionsQuery } from '../market/virtual/reads.ts'

const ProjectCampaigns = lazyPart(() => import('./project-campaigns.tsx'))
const route = getRouteApi('/projects/$project')

/** As many as a phone's first screen shows. */
const FIRST = 2

function Collections({ project }: { project: Project }) {
  const { t } = useVirtualText()
  const pages = useInfiniteQuery(virtualCollectionsQuery(project._id))
  if (pages.isPending) return <VirtualCardsWaiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Empty title={t('virtual.noCollections')} />
  return (
    <>
      <ul className="card-grid">
        {list.map((collection, at) => (
          <li key={collection._id} className="min-w-0">
            <Link
              to="/projects/$project/collections/$idOrSlug"
              params={{ project: project.slug, idOrSlug: collection.slug }}
              className="block h-full rounded-lg"
            >
              <VirtualCard of={collection} eager={at < FIRST} />
            </Link>
          </li>
        ))}
      </ul>
      <More pages={pages} apart />
    </>
  )
}

/** A project: what it is, and its virtual collections. */
export default function ProjectPage() {
  const { t, language } = useVirtualText()
  const { project: name } = route.useParams()
  const navigate = route.useNavigate()
  const found = useQuery(projectQuery(name))
  const slug = found.data?.slug
  useEffect(() => {
    if (slug !== undefined && slug !== name) void navigate({ params: { project: slug }, replace: true }) // CA-9
  }, [slug, name, navigate])
  if (found.isPending) {
    return (
      <div className="page grid min-h-dvh content-start gap-6 pt-8">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-16 max-w-xl" />
        <VirtualCardsWaiting />
      </div>
    )
  }
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  const { data: project } = found
  return (
    <>
      <title>{inLanguage(project.name, language)}</title>
      <VirtualHeader
        name={project.name}
        description={project.description}
        cover={ownPicture(project.theme.cover)}
      />
      <div className="page grid gap-10 pt-8 *:min-w-0">
        <Part>
          <ProjectCampaigns project={project} />
        </Part>
        <Section title={t('virtual.collections')}>
          <Collections project={project} />
        </Section>
      </div>
    </>
  )
}
