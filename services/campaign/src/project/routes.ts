import { projectHttp as open } from '@talad/proto/http/campaign/projects'
import { projectAdminHttp as http, type Project as Wire } from '@talad/proto/http/campaign/projects-admin'
import type { Theme } from '@talad/proto/http/campaign/theme'
import type { Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import { isStaff } from '../callers/callers.ts'
import type { Deps } from '../deps.ts'
import { lockMembers } from '../member/change.ts'
import { memberOf, rolesIn } from '../member/rows.ts'
import { members } from '../member/stream.ts'
import { countProjects, findProject, type Listed, listProjects, openProject } from './rows.ts'
import { projects } from './stream.ts'

function shown(row: Listed): Wire {
  const { id: _id, slug, name, description, line_channel_id, line_liff_id, theme, archived, roles } = row
  return {
    _id,
    slug,
    name,
    description,
    line_channel_id,
    line_liff_id,
    theme,
    archived,
    roles,
    version: row.version,
    created: row.created_at.toISOString(),
    updated: row.changed_at.toISOString(),
  }
}

async function answerOf(db: Queryable, accountId: string, id: string): Promise<{ project: Wire }> {
  const found = await findProject(db, accountId, id)
  if (!found) throw new Rejection('NOT_FOUND')
  return { project: shown(found) }
}

/** CA-8. @throws Rejection VALIDATION for a picture that isn't ours */
function requireOurPicture({ mediaHosts }: Deps, theme: Theme | undefined): void {
  if (theme?.cover === undefined || mediaHosts.includes(new URL(theme.cover).host)) return
  const details = { reason: 'must be on our media host' }
  throw new Rejection('VALIDATION', { field: 'project.theme.cover', details })
}

/** CA-5, CA-8, CA-9; refusals by the rows of rejections.ts. */
export function projectRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(open.openProject, async ({ query }) => {
    const found = await openProject(db, query.id_or_slug)
    if (!found) throw new Rejection('NOT_FOUND', { field: 'id_or_slug' })
    const { id: _id, ...rest } = found
    return { _id, ...rest }
  })

  app.route(http.listProjects, async ({ query, actor }) => {
    const who = signedIn(actor)
    const asked = {
      all: await isStaff(deps, who),
      archived: query.archived,
      size: query.size,
      index: query.index,
    }
    const list = (await listProjects(db, who.accountId, asked)).map(shown)
    const total = query.count ? await countProjects(db, who.accountId, asked) : undefined
    return { projects: page(list, query, total) }
  })

  app.route(http.countProjects, async ({ query: { archived }, actor }) => {
    const who = signedIn(actor)
    const count = await countProjects(db, who.accountId, { all: await isStaff(deps, who), archived })
    return { count: Number(count) }
  })

  app.route(http.getProject, async ({ query: { _id: name }, actor }) =>
    answerOf(db, signedIn(actor).accountId, name),
  )

  app.route(http.createProject, async (call) => {
    const { line_channel_id: lineChannelId, line_liff_id: lineLiffId, ...rest } = call.body.project
    requireOurPicture(deps, rest.theme)
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
      answer: (_, { tx }) => answerOf(tx, by, id),
    })
  })

  app.route(http.patchProject, async (call) => {
    const { project, version } = call.body
    const { _id: id, archived, line_channel_id: lineChannelId, line_liff_id: lineLiffId, ...rest } = project
    requireOurPicture(deps, rest.theme)
    const { accountId: by } = signedIn(call.actor)
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
      answer: (_, { tx }) => answerOf(tx, by, id),
    })
  })
}
