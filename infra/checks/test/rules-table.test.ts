import { expect, test } from 'vitest'
import { renderTable, sameTable, withMarkers, withTable } from '../src/rules-table.ts'

const rule = `${'LG'}-901`
const where = { id: rule, path: 'services/ledger/src/a.ts', line: 3, where: 'code' as const }
const table = renderTable('services/ledger', [rule], new Map([[rule, 'One lock.']]), [where])

test('a README without markers gets them at its end, and the table between them', () => {
  const readme = withTable(withMarkers('# Ledger\n'), table) ?? ''
  expect(readme).toMatch(/^# Ledger\n\n## Rules\n\n<!-- rules -->\n\n\| Rule/)
  expect(readme).toContain('| One lock. | [src/a.ts](src/a.ts) |')
  expect(withTable(withMarkers(readme), table)).toBe(readme)
})

test('a table differs by its words, not by the width of its columns', () => {
  expect(sameTable(table, table.replaceAll('One lock. ', 'One lock.     '))).toBe(true)
  expect(sameTable(table, table.replaceAll('a.ts', 'b.ts'))).toBe(false)
})

test('a table names the decider rather than the migration or the route that also cites the rule', () => {
  const migration = { ...where, path: 'services/ledger/prisma/migrations/1/migration.sql' }
  const decider = { ...where, path: 'services/ledger/src/transfer/decide.ts', line: 9 }
  const rows = renderTable('services/ledger', [rule], new Map(), [migration, where, decider])
  expect(rows).toContain('[src/transfer/decide.ts](src/transfer/decide.ts)')
  expect(renderTable('services/ledger', [rule], new Map(), [migration, where])).toContain('src/a.ts')
})
