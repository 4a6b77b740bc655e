import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatePart } from '../src/generators.ts'
import { openTree } from '../src/tree.ts'

const root = join(import.meta.dirname, '../../..')

/** What is asked for is planned on this very tree; nothing is saved. */
const ask = (...args: string[]) => {
  const tree = openTree(root)
  generatePart(tree, args, new Date('2026-01-01T00:00:00Z'))
  return tree
}

test.each([
  [['service', 'Loans'], 'name "Loans" must be words of a–z'],
  [['service', 'default'], 'name "default" is a word that the sources need'],
  [['service', '../loans'], 'name "../loans" must be'],
  [['event', 'shipping-payment', 'Topup', 'Opened'], 'noun "Topup" must be'],
  [['event', 'shipping-payment', 'a--b', 'Opened'], 'noun "a--b" must be'],
  [['event', 'shipping-payment', 'topup', 'opened'], 'Name "opened" must be in PascalCase'],
  [['event', 'shipping-payment', 'topup'], 'npm run new -- event <service> <noun> <Name>'],
  [['service', 'loans', 'more'], 'npm run new -- service <name>'],
  [['toString'], 'npm run new -- service <name>'],
  [['service', 'ledger'], 'name "ledger" is taken'],
  [['service', 'proto'], 'name "proto" is taken'],
  [['event', 'no-such-service', 'loan', 'LoanOpened'], 'service "no-such-service" is not there'],
  [['event', 'shipping-payment', 'topup', 'TopupOpened'], 'topup/events.ts has TopupOpened already'],
])('%j is refused', (args, message) => {
  expect(() => ask(...args)).toThrow(message)
})

test('a stream fits into a service that was written by hand', () => {
  const tree = ask('event', 'moderation', 'appeal', 'AppealOpened')
  expect(tree.read('services/moderation/src/service.ts')).toMatch(/streams: \[\s+published\(appeals\),/)
  expect(tree.read('services/moderation/src/app.ts')).toContain('  appealRoutes(app, deps)\n  return app')
  expect(tree.read('services/moderation/manifest.ts')).toContain('contract: { ...appealHttp,')
})

test('the program tells what is wrong without a stack, and fails', () => {
  const run = () =>
    execFileSync(process.execPath, [join(root, 'infra/new/src/main.ts'), 'service', 'X'], { stdio: 'pipe' })
  expect(run).toThrow(/^Command failed: [^\n]+\nname "X" must be [^\n]+\n$/)
})
