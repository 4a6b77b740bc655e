import { stream } from '@talad/shared/stream'
import { withSlug } from '../slugs.ts'
import { decide } from './decide.ts'
import { type Project, type ProjectEvent, projectEvent, type Terms } from './events.ts'
import { saveProjects } from './rows.ts'

function evolve(state: Project | undefined, { type, data }: ProjectEvent): Project {
  const version = (state?.version ?? 0) + 1
  if (type === 'ProjectCreated') {
    const { terms, at } = data
    return { terms, slugs: [terms.slug], archived: false, version, createdAt: at, changedAt: at }
  }
  if (!state) throw new Error('a project that is changed before it was there')
  const after = { ...state, version, changedAt: data.at }
  if (type === 'ProjectChanged') {
    const terms: Terms = Object.assign({}, state.terms, data.changes)
    return { ...after, terms, slugs: withSlug(state.slugs, terms.slug) }
  }
  return { ...after, archived: type === 'ProjectArchived' }
}

/** What a project is; who may do what in it, its members say. */
export const projects = stream({
  name: 'project',
  event: projectEvent,
  initial: undefined as Project | undefined,
  evolve,
  decide,
  save: saveProjects,
  constraints: { project_slug_once: { code: 'SLUG_TAKEN', field: 'project.slug' } }, // CA-9
})
