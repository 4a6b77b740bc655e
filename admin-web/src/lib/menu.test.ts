import { expect, test } from 'vitest'
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
