import type { Role } from '@talad/proto/http/campaign/abilities'
import { projectHttp as open } from '@talad/proto/http/campaign/projects'
import { projectAdminHttp as http, type Project as Wire } from '@talad/proto/http/campaign/projects-admin'
import type { Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import { isStaff } from '../callers/callers.ts'
import type { Deps } from '../deps.ts'
import { lockMembers } from '../member/change.ts'
import type { PatternRoles } from '../member/patterns.ts'
import { memberOf, rolesIn } from '../member/rows.ts'
import { members } from '../member/stream.ts'
import { countProjects, findProject, type Listed, listProjects, openProject } from './rows.ts'
import { projects } from './stream.ts'
import { requireOurCover } from './theme.ts'

/** @param byPattern roles of who asks besides their own (CA-3) */
function shown(row: Listed, byPattern: readonly Role[] = []): Wire {
  const { id: _id, slug, name, description, line_channel_id, line_liff_id, theme, archived } = row
  return {
    _id,
    slug,
    name,
    description,
    line_channel_id,
    line_liff_id,
    theme,
    archived,
    roles: [...new Set([...row.roles, ...byPattern])],
    version: row.version,
    created: row.created_at.toISOString(),
    updated: row.changed_at.toISOString(),
  }
}

async function requireProject(db: Queryable, accountId: string, name: string): Promise<Listed> {
  const found = await findProject(db, accountId, name)
  if (!found) throw new Rejection('NOT_FOUND')
  return found
}

/** CA-5, CA-8, CA-9; refusals by the rows of rejections.ts. */
export function projectRoutes(app: App, deps: Deps & { patternRoles: PatternRoles }): void {
  const { db, patternRoles } = deps

  /** Which projects somebody sees, and what they are there by a pattern. */
  async function seenBy(who: Actor, archived: boolean | undefined) {
    const byPattern = await patternRoles.everywhere(who.accountId)
    return { byPattern, asked: { all: await isStaff(deps, who), archived, also: [...byPattern.keys()] } }
  }

  app.route(open.openProject, async ({ query }) => {
    const found = await openProject(db, query.id_or_slug)
    if (!found) throw new Rejection('NOT_FOUND', { field: 'id_or_slug' })
    const { id: _id, ...rest } = found
    return { _id, ...rest }
  })

  app.route(http.listProjects, async ({ query, actor }) => {
    const who = signedIn(actor)
    const { asked, byPattern } = await seenBy(who, query.archived)
    const { size, index } = query
    const list = await listProjects(db, who.accountId, { ...asked, size, index })
    const total = query.count ? await countProjects(db, who.accountId, asked) : undefined
    return {
      projects: page(
        list.map((row) => shown(row, byPattern.get(row.id))),
        query,
        total,
      ),
    }
  })

  app.route(http.countProjects, async ({ query: { archived }, actor }) => {
    const who = signedIn(actor)
    const { asked } = await seenBy(who, archived)
    return { count: Number(await countProjects(db, who.accountId, asked)) }
  })

  app.route(http.getProject, async ({ query: { _id: name }, actor }) => {
    const { accountId } = signedIn(actor)
    const found = await requireProject(db, accountId, name)
    return { project: shown(found, await patternRoles.in(found.id, accountId)) }
  })

  app.route(http.createProject, async (call) => {
    const { line_channel_id: lineChannelId, line_liff_id: lineLiffId, ...rest } = call.body.project
    requireOurCover(deps, rest.theme, 'project.theme.cover')
    const { id } = call.attempt
    const { accountId: by } = signedIn(call.actor)
    return decide(deps, projects, id, {
      call,
      action: 'project.create',
      command: ({ now }) => ({ type: 'Create', terms: { ...rest, lineChannelId, lineLiffId }, by, now }),
      beside: ({ tx, now }) =>
        changeIn(
          tx,
          members,
          memberOf(id, by),
          { type: 'Found', grantId: id, projectId: id, accountId: by, by, now },
          now,
        ),
      answer: async (_, { tx }) => ({ project: shown(await requireProject(tx, by, id)) }),
    })
  })

  app.route(http.patchProject, async (call) => {
    const { project, version } = call.body
    const { _id: id, archived, line_channel_id: lineChannelId, line_liff_id: lineLiffId, ...rest } = project
    requireOurCover(deps, rest.theme, 'project.theme.cover')
    const { accountId: by } = signedIn(call.actor)
    const byPattern = await patternRoles.in(id, by)
    return decide(deps, projects, id, {
      call,
      action: 'project.edit',
      ...(version !== undefined && { version }),
      lock: (tx) => lockMembers(tx, id),
      command: async ({ tx, now }) => ({
        type: 'Edit',
        changes: { ...rest, lineChannelId, lineLiffId },
        archived,
        roles: await rolesIn(tx, id, by),
        by,
        now,
      }),
      answer: async (_, { tx }) => ({ project: shown(await requireProject(tx, by, id), byPattern) }),
    })
  })
}
