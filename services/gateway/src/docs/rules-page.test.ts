import { manifests } from '@talad/services/manifests'
import { expect, test } from 'vitest'
import { readRules, rulesPage } from './rules-page.ts'

test('GW-8 the rule of every refusal is found at /docs/rules, with what was decided', async () => {
  const rules = await readRules()
  const known = new Map(rules.map(({ id, says }) => [id, says]))
  const cited = new Set(
    manifests.flatMap(({ rejections }) => Object.values(rejections).map(({ rule }) => rule)),
  )
  expect([...cited].filter((id) => !known.get(id))).toEqual([])
  const page = rulesPage(rules, 'Talad <b>')
  expect(page).toContain('<tr id="GW-10">')
  expect(page).not.toContain('<b>')
})
