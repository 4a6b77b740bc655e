import { expect, test } from 'vitest'
import { servicesTable } from '../src/guards/services.ts'
import { withServices } from '../src/services-table.ts'
import { problemsIn } from './plant.ts'

const ledger = { name: 'ledger', description: 'money' }
const identity = { name: 'identity', description: 'sign-in' }
const empty = '# Talad\n\n<!-- services -->\n<!-- /services -->\n\nThe end.\n'
const readme = withServices(empty, [ledger, identity]) ?? ''

const problems = (text: string) => problemsIn(servicesTable([ledger, identity]), { 'README.md': text })

test('the table of services is made of their manifests', async () => {
  expect(readme).toContain('| [services/ledger](services/ledger)     | money')
  expect(readme).toContain('The end.')
  expect(await problems(readme)).toEqual([])
})

test('a table that says something else, or of fewer services, is refused', async () => {
  const stale = ['README.md: its table of services is stale: npm run rules -- --write']
  expect(await problems(readme.replace('money', 'points'))).toEqual(stale)
  expect(await problems(withServices(empty, [ledger]) ?? '')).toEqual(stale)
})

test('a README without a place for the table is refused', async () => {
  expect(await problems('# Talad\n')).toEqual(['README.md has no table of services'])
})
