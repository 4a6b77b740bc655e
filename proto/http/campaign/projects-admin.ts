import { z } from 'zod'
import {
  counted,
  isoTime,
  objectId,
  page,
  plainWords,
  queryFlag,
  sizeAndIndex,
  slug,
  words,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { identityLink } from '../identity/accounts.ts'
import { parsePattern } from '../identity/verified-fields.ts'
import { decidedVersion } from '../moderation/fees.ts'
import { roles } from './abilities.ts'
import { appUserId } from './app-users.ts'
import { theme } from './theme.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/project`

const role = z.enum(roles)
const projectId = objectId.describe('id of the project')
/** CA-9: an id is never taken for a slug. */
const projectSlug = slug.refine((text) => !/^[0-9a-f]{24}$/.test(text), 'must not look like an id')

const terms = {
  slug: projectSlug.describe(
    'its name in addresses, of no other project; old ones go on leading to it (CA-9)',
  ),
  name: plainWords(500).min(1).describe('its name for people'),
  description: words(5_000).describe('what it is about'),
  line_channel_id: z
    .string()
    .regex(/^[0-9]{0,20}$/)
    .describe('LINE channel; empty: none'),
  line_liff_id: z
    .string()
    .regex(/^[0-9A-Za-z-]{0,50}$/)
    .describe('LIFF app; empty: none'),
  theme: theme.describe('colours and picture of its pages, said anew as a whole (CA-8)'),
}

/** A§3 Project. */
const project = z.object({
  _id: projectId,
  ...terms,
  archived: z.boolean().describe('nothing of it is changed any more (CA-5)'),
  roles: z.array(role).describe('what who asks is in it; empty for staff of the site, who see all'),
  version: z.int().describe('grows with each change; to be sent back with one (AW-4)'),
  created: isoTime.describe('when it was opened'),
  updated: isoTime.describe('when it was changed last'),
})
export type Project = z.infer<typeof project>

/** A§3 Permission, CA-2. */
const permission = z.object({
  _id: objectId.describe('id of the grant'),
  role: role.describe('what they may do (CA-1)'),
  resource_type: z.literal('project').describe('what the grant is about'),
  resource_group: z.literal('').describe('always empty: staff of the site need no grant'),
  resource_id: projectId,
  principal_type: z.enum(['account', 'app_user', 'idp_link_pattern']).describe('whom it is for'),
  principal_group: z.string().describe('provider of a pattern; empty for an account or an app user'),
  principal_id: z
    .string()
    .describe(
      'id of the account or the app user; or the pattern, whose value only they see who may give roles (ID-42)',
    ),
  created: isoTime.describe('when it was given'),
})
export type ProjectPermission = z.infer<typeof permission>

const accountId = objectId.describe('id of the account')
const idpLinkPattern = z
  .string()
  .max(150)
  .refine(
    (text) => parsePattern(text) !== undefined,
    'must be provider:field:value of a verified field, with at most one star, at an end of the value',
  )
  .describe('everybody whom it means: join:phone:+6681*, join:userId:…, web3:walletAddress:0x… (CA-3)')

/** Exactly one of some names is there. */
const oneOf =
  <Name extends string>(...names: readonly Name[]) =>
  (given: { [K in Name]?: unknown }) =>
    names.filter((name) => given[name] !== undefined).length === 1
const read = { kind: 'project', ability: 'project.read' } as const
const edit = { kind: 'project', ability: 'project.edit' } as const
const projectAnswer = z.object({ project: project.describe('the project as it is now') })

export const projectAdminHttp = {
  listProjects: endpoint({
    name: 'listProjects',
    service,
    method: 'GET',
    auth: { kind: 'user' },
    path: `${path}/list`,
    summary: 'Projects in which who asks has a role, the newest first; staff of the site see all',
    query: z.object({
      archived: queryFlag.optional().describe('1: only those that are archived; 0: only the others'),
      count: counted,
      ...sizeAndIndex,
    }),
    status: 200,
    response: z.object({ projects: page(project).describe('this page of the list') }),
  }),
  countProjects: endpoint({
    name: 'countProjects',
    service,
    method: 'GET',
    auth: { kind: 'user' },
    path: `${path}/count`,
    summary: 'How many projects who asks would be listed',
    query: z.object({ archived: queryFlag.optional().describe('as of the list') }),
    status: 200,
    response: z.object({ count: z.int().describe('projects in all') }),
  }),
  getProject: endpoint({
    name: 'getProject',
    service,
    method: 'GET',
    auth: read,
    path,
    summary: 'One project, by its id or by a slug that it has or had (CA-9)',
    query: z.object({ _id: slug.describe('id of the project, or a slug of it') }),
    status: 200,
    response: projectAnswer,
  }),
  createProject: endpoint({
    name: 'createProject',
    service,
    method: 'POST',
    auth: { kind: 'admin', permission: 'project.create' },
    path,
    summary: 'Open a project; who does is its owner (CA-5)',
    body: z.strictObject({
      project: z
        .strictObject({
          ...terms,
          description: terms.description.default(''),
          line_channel_id: terms.line_channel_id.default(''),
          line_liff_id: terms.line_liff_id.default(''),
          theme: terms.theme.default({}),
        })
        .describe('what is said of it'),
    }),
    status: 201,
    response: projectAnswer,
    errors: ['slug_taken'],
    idempotent: true,
    limit: 'write',
  }),
  patchProject: endpoint({
    name: 'patchProject',
    service,
    method: 'PATCH',
    auth: edit,
    path,
    summary: 'Change what is sent of a project; only an owner archives it, and opens it again (CA-1, CA-5)',
    body: z.strictObject({
      project: z
        .strictObject({
          _id: projectId,
          ...z.strictObject(terms).partial().shape,
          archived: z
            .boolean()
            .optional()
            .describe('true: nothing of it is changed until this is false again'),
        })
        .describe('its id, and what is said anew'),
      version: decidedVersion.optional(),
    }),
    status: 200,
    response: projectAnswer,
    errors: ['slug_taken', 'too_many_slugs', 'owner_required', 'project_archived', 'version_conflict'],
    idempotent: true,
    limit: 'write',
  }),
  listProjectPermissions: endpoint({
    name: 'listProjectPermissions',
    service,
    method: 'GET',
    auth: read,
    path: `${path}/permission/list`,
    summary: 'Who has a role in a project, who got it first before the others',
    query: z.object({
      project_id: projectId,
      roles: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(role).min(1).max(roles.length))
        .optional()
        .describe('comma list: only those who have one of these roles (CA-4)'),
      count: counted,
      ...sizeAndIndex,
    }),
    status: 200,
    response: z.object({
      permissions: page(permission).describe('this page of the list'),
      idpLinks: z
        .array(identityLink)
        .describe('linked identities of the accounts on this page, masked; none while identity is away'),
    }),
  }),
  grantProjectRole: endpoint({
    name: 'grantProjectRole',
    service,
    method: 'POST',
    auth: edit,
    path: `${path}/permission`,
    summary: 'Give an account, an app user, or whoever a pattern means, a role in a project (CA-1 to CA-3)',
    body: z.strictObject({
      permission: z
        .strictObject({
          project_id: projectId,
          role: role.describe('what they may do (CA-1); by a pattern at most editor'),
          account_id: accountId.optional(),
          app_user_id: appUserId.optional(),
          idp_link_pattern: idpLinkPattern.optional(),
        })
        .refine(
          oneOf('account_id', 'app_user_id', 'idp_link_pattern'),
          'must have one of account_id, app_user_id and idp_link_pattern',
        )
        .describe('who gets which role where'),
    }),
    status: 201,
    response: z.object({ permission: permission.describe('the grant') }),
    errors: [
      'owner_required',
      'project_archived',
      'account_unknown',
      'app_user_unknown',
      'pattern_role',
      'too_many_patterns',
      'unavailable',
    ],
    idempotent: true,
    limit: 'write',
  }),
  revokeProjectRoles: endpoint({
    name: 'revokeProjectRoles',
    service,
    method: 'DELETE',
    auth: edit,
    path: `${path}/permission`,
    summary:
      'Take all roles of an account and its app users in a project, never those of its last owner; or those of one app user, or one of a pattern (CA-4)',
    query: z
      .object({
        project_id: projectId,
        account_id: accountId.optional(),
        _id: objectId
          .optional()
          .describe('id of the grant to a pattern that is taken; or of one to an app user, who loses all'),
      })
      .refine(oneOf('account_id', '_id'), 'must have one of account_id and _id'),
    status: 200,
    response: z.object({ revoked: z.int().describe('how many grants that were') }),
    errors: ['owner_required', 'last_owner', 'unavailable'],
    idempotent: true,
    limit: 'write',
  }),
}
