import { type Ability, allows } from '@talad/proto/http/campaign/abilities'
import { projectAdminHttp as http, type Project } from '@talad/proto/http/campaign/projects-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { z } from 'zod'
import { fromIndexed, indexOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of projects. */
export const PROJECTS = 'projects'

export const projectSource: ListSource<Project> = {
  key: PROJECTS,
  read: async ({ search, at, size }, signal) => {
    const archived = search.archived === '1' ? ('1' as const) : ('0' as const)
    const query = { archived, size, index: indexOf(at), count: '1' as const }
    return fromIndexed((await call(http.listProjects, { query }, { signal })).projects)
  },
}

/** @param name its id, or a slug that it has or had (CA-9) */
export const projectQuery = (name: string) =>
  queryOptions({
    queryKey: [PROJECTS, 'one', name],
    queryFn: async ({ signal }) =>
      (await call(http.getProject, { query: { _id: name } }, { signal })).project,
    refetchOnWindowFocus: false,
  })

type BodyOf<E extends { body?: z.ZodType }> = z.input<NonNullable<E['body']>>
export type NewProject = BodyOf<typeof http.createProject>['project']

export const createProject = async (project: NewProject, key: string) =>
  (await call(http.createProject, { body: { project } }, { idempotencyKey: key })).project

export const patchProject = async (about: BodyOf<typeof http.patchProject>, key: string) =>
  (await call(http.patchProject, { body: about }, { idempotencyKey: key })).project

/** The project whose pages are open. */
export const ProjectContext = createContext<Project | undefined>(undefined)

/** The project whose page this is, and what who is signed in may do in it (CA-1). */
export function useProject() {
  const project = use(ProjectContext)
  if (!project) throw new Error('a page of a project was drawn without one')
  return {
    project,
    can: (ability: Ability) => allows(project.roles, ability),
    /** CA-5: nothing of what is archived is changed */
    mayChange: (ability: Ability) => !project.archived && allows(project.roles, ability),
  }
}
