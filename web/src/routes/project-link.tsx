import { inLanguage } from '@talad/proto/http/bilingual'
import { Link } from '@tanstack/react-router'
import { useVirtualText } from '../i18n/virtual.ts'
import type { Project } from '../market/virtual/reads.ts'

/** The project that something belongs to, above its name; its place until it is known. */
export function ProjectLink({ project }: { project: Project | undefined }) {
  const { language } = useVirtualText()
  if (!project) return <span className="block h-6" />
  return (
    <Link
      to="/projects/$project"
      params={{ project: project.slug }}
      className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
    >
      {inLanguage(project.name, language)}
    </Link>
  )
}
