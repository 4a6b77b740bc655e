import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../i18n/all.ts'
import { menu, menuFor } from './menu.ts'
import { allows } from './permissions.ts'

const titles = (groups: ReturnType<typeof menuFor>) =>
  groups.flatMap(({ places }) => places.map(({ to }) => to))

test('AW-2 the menu shows only what is allowed', () => {
  const clerk = { customer: 'join-clerk', super_admin: false, permissions: ['shipping.read'] as const }
  const shown = menuFor((wanted) => allows(clerk, wanted))
  expect(titles(shown)).toContain('/shippings')
  expect(titles(shown)).not.toContain('/permissions')
  expect(shown.every(({ places }) => places.length > 0)).toBe(true)
})

test('AW-2 who is no admin has no menu, a super admin has all of it', () => {
  const nobody = { customer: null, super_admin: false, permissions: [] }
  expect(menuFor((wanted) => allows(nobody, wanted))).toEqual([])
  expect(menuFor((wanted) => allows({ ...nobody, super_admin: true }, wanted))).toEqual(menu)
})

test('AW-2 a role in a project shows the projects, and no other desk', () => {
  expect(titles(menuFor((need) => need === 'project.read'))).toEqual(['/projects'])
})

test('AW-1 the page of the admins’ app tells of each desk by the name that it has, with what it needs', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/admin.md'), 'utf8')
  const told = [...page.matchAll(/^\| ([^|`]+?) +\| (`[^|]+?) +\|/gm)].map(
    ([, name, needs]) => `${name}: ${needs}`,
  )
  const places = menu.flatMap((group) => group.places)
  const wanted = places.map(
    ({ title, needs }) => `${en[title]}: ${needs.map((name) => `\`${name}\``).join(', ')}`,
  )
  expect(told.toSorted()).toEqual(wanted.toSorted())
})
