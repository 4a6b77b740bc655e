import { projectAdminHttp as http, type Project } from '@talad/proto/http/campaign/projects-admin'
import { bodyOf } from '../../lib/body.ts'
import type { NewProject } from './api.ts'
import { type TypedColours, typedColours } from './theme-form.tsx'

/** What is said of a project, as it stands in the fields. */
export type ProjectDraft = {
  name: string
  slug: string
  description: string
  line_channel_id: string
  line_liff_id: string
  cover: string
  colours: TypedColours
}

const EMPTY = { name: '', slug: '', description: '', line_channel_id: '', line_liff_id: '', theme: {} }

export function toDraft(project: Pick<Project, keyof typeof EMPTY> = EMPTY): ProjectDraft {
  const { name, slug, description, line_channel_id, line_liff_id, theme } = project
  const texts = { name, slug, description, line_channel_id, line_liff_id }
  return { ...texts, cover: theme.cover ?? '', colours: typedColours(theme) }
}

const terms = bodyOf(http.createProject).shape.project

/** What was typed, by the contract's own rules; or the names of the fields that are wrong. */
export function readProject(draft: ProjectDraft): { terms: NewProject } | { wrong: ReadonlySet<string> } {
  const { cover, colours, ...texts } = draft
  const said = Object.entries({ ...colours, cover: cover.trim() }).filter(([, value]) => value !== '')
  const read = terms.safeParse({ ...texts, theme: Object.fromEntries(said) })
  if (read.success) return { terms: read.data }
  return { wrong: new Set(read.error.issues.map(({ path }) => String(path.at(-1)))) }
}
