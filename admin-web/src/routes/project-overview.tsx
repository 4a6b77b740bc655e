import { useParams } from '@tanstack/react-router'
import { ProjectOverview } from '../features/project/overview.tsx'

/** AW-1 /projects/{id}/overview. */
export default function ProjectOverviewPage() {
  const { id } = useParams({ from: '/projects/$id' })
  return <ProjectOverview key={id} name={id} />
}
