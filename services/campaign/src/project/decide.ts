import { allows, type Role } from '@talad/proto/http/campaign/abilities'
import { Rejection } from '@talad/shared/rejection'
import { requireRoomFor } from '../slugs.ts'
import type { Project, ProjectEvent, Terms } from './events.ts'

type About = { by: string; now: Date }
export type CreateProject = About & { type: 'Create'; terms: Terms }
/** What is left out stays as it is; `roles`: those of who asks, under the lock. */
export type EditProject = About & {
  type: 'Edit'
  changes: { [K in keyof Terms]?: Terms[K] | undefined }
  archived?: boolean | undefined
  roles: readonly Role[]
}
export type ProjectCommand = CreateProject | EditProject

/** Those of the changes that change something. */
function differences(terms: Terms, changes: EditProject['changes']): Partial<Terms> {
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(Object.getOwnPropertyDescriptor(terms, name)?.value),
    ),
  )
}

/** CA-1, CA-5. @throws Rejection PERMISSION_REQUIRED, OWNER_REQUIRED, PROJECT_ARCHIVED, TOO_MANY_SLUGS */
export function decide(command: ProjectCommand, project: Project | undefined): readonly ProjectEvent[] {
  const data = { by: command.by, at: command.now }
  if (command.type === 'Create')
    return project ? [] : [{ type: 'ProjectCreated', data: { ...data, terms: command.terms } }]
  const { roles, archived = project?.archived } = command
  if (!project || !allows(roles, 'project.edit'))
    throw new Rejection('PERMISSION_REQUIRED', { details: { permission: 'project.edit' } }) // CA-1
  const changes = differences(project.terms, command.changes)
  const changed = Object.keys(changes).length > 0
  const moved = archived !== project.archived
  if (moved && !allows(roles, 'project.own')) throw new Rejection('OWNER_REQUIRED') // CA-1
  if (changed && project.archived && archived) throw new Rejection('PROJECT_ARCHIVED') // CA-5
  if (changes.slug !== undefined) requireRoomFor(project.slugs, changes.slug, 'project.slug') // CA-9
  return [
    ...(moved && !archived ? [{ type: 'ProjectReopened' as const, data }] : []),
    ...(changed ? [{ type: 'ProjectChanged' as const, data: { ...data, changes } }] : []),
    ...(moved && archived ? [{ type: 'ProjectArchived' as const, data }] : []),
  ]
}
