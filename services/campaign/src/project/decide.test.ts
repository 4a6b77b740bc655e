import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { MOST_SLUGS } from '../slugs.ts'
import type { CreateProject, EditProject } from './decide.ts'
import { projects } from './stream.ts'

const { given } = decider(projects)
const about = { by: 'account-1', now: new Date('2026-11-27T00:00:00Z') }
const terms = { slug: 'fair', name: 'Fair', description: '', lineChannelId: '', lineLiffId: '', theme: {} }
const create: CreateProject = { type: 'Create', terms, ...about }
const edit = (more: Partial<EditProject>): EditProject => ({
  type: 'Edit',
  changes: {},
  roles: ['owner'],
  ...about,
  ...more,
})
const renamed = { changes: { name: 'Temple fair' } }

test('CA-5 a project is made once, and what is changed of it changes that alone', () => {
  given().when(create).makes('ProjectCreated')
  given(create).when(create).makes()
  expect(given(create, edit(renamed)).state).toMatchObject({
    terms: { ...terms, name: 'Temple fair' },
    archived: false,
    version: 2,
  })
  given(create)
    .when(edit({ changes: { name: 'Fair', slug: undefined, theme: {} } }))
    .makes()
})

test.each([
  [['owner'], true, true],
  [['admin'], true, false],
  [['editor', 'minter', 'viewer'], false, false],
  [[], false, false],
] as const)('CA-1 %j edit a project: %s, archive it and open it again: %s', (roles, edits, owns) => {
  const name = edit({ ...renamed, roles })
  const archive = edit({ archived: true, roles })
  if (edits) given(create).when(name).makes('ProjectChanged')
  else given(create).when(name).rejects('PERMISSION_REQUIRED')
  if (owns) given(create).when(archive).makes('ProjectArchived')
  else
    given(create)
      .when(archive)
      .rejects(edits ? 'OWNER_REQUIRED' : 'PERMISSION_REQUIRED')
  const reopen = given(create, edit({ archived: true })).when(edit({ archived: false, roles }))
  if (owns) reopen.makes('ProjectReopened')
  else reopen.rejects(edits ? 'OWNER_REQUIRED' : 'PERMISSION_REQUIRED')
})

test('CA-5 nothing of an archived project is changed until it is open again', () => {
  const archived = given(create, edit({ archived: true }))
  archived.when(edit(renamed)).rejects('PROJECT_ARCHIVED')
  archived.when(edit({ archived: true })).makes()
  archived.when(edit({ ...renamed, archived: false })).makes('ProjectReopened', 'ProjectChanged')
  given(create)
    .when(edit({ ...renamed, archived: true }))
    .makes('ProjectChanged', 'ProjectArchived')
  given().when(edit(renamed)).rejects('PERMISSION_REQUIRED')
})

test('CA-9 a project has had so many slugs and no more, and may have each of them again', () => {
  const renames = Array.from({ length: MOST_SLUGS - 1 }, (_, n) => edit({ changes: { slug: `fair_${n}` } }))
  const renamed = given(create, ...renames)
  renamed.when(edit({ changes: { slug: 'fair' } })).makes('ProjectChanged')
  renamed.when(edit({ changes: { slug: 'one_more' } })).rejects('TOO_MANY_SLUGS', { field: 'project.slug' })
})
