import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatePart } from '../src/generators.ts'
import { openTree } from '../src/tree.ts'

const root = join(import.meta.dirname, '../../..')
const now = new Date('2026-01-01T00:00:00Z')

/** What is asked for is planned on this very tree; nothing is saved. */
const ask = (...args: string[]) => {
  const tree = openTree(root)
  generatePart(tree, args, now)
  return tree
}

test.each([
  [['service', 'Loans'], 'name "Loans" must be words of a–z'],
  [['service', 'default'], 'name "default" is a word that the sources need'],
  [['service', '../loans'], 'name "../loans" must be'],
  [['route', 'shipping-payment', 'Topup', 'list'], 'noun "Topup" must be'],
  [['route', 'shipping-payment', 'topup', 'a--b'], 'name "a--b" must be'],
  [['event', 'shipping-payment', 'topup', 'opened'], 'Name "opened" must be in PascalCase'],
  [['consumer', 'shipping-payment', 'orders', 'OrderChanged'], 'topic "orders" must be'],
  [['consumer', 'shipping-payment', 'order-book.order.v1', 'order'], 'Event "order" must be'],
  [['job', 'shipping-payment', 'topup'], 'name is missing'],
  [['service', 'loans', 'more'], 'too many parameters'],
  [['toString'], 'npm run new -- <what> <parameters>'],
])('%j is refused by the name of the parameter', (args, message) => {
  expect(() => ask(...args)).toThrow(message)
})

test('a service that is there, or whose name another workspace has, is not written again', () => {
  expect(() => ask('service', 'ledger')).toThrow('name "ledger" is taken')
  expect(() => ask('service', 'proto')).toThrow('name "proto" is taken')
})

test('a part of a service or of a stream that is not there is refused', () => {
  expect(() => ask('route', 'loans', 'loan', 'list')).toThrow('service "loans" is not there')
  expect(() => ask('job', 'shipping-payment', 'loan', 'reminder')).toThrow('loan/stream.ts is not there')
  expect(() => ask('consumer', 'shipping-payment', 'order-book.order.v1', 'LoanOpened')).toThrow(
    'proto/order-book/v1/events.proto has no message LoanOpened',
  )
})

test('a file that is there is never overwritten', () => {
  expect(() => ask('job', 'shipping-payment', 'topup', 'inquiry')).toThrow(
    'services/shipping-payment/src/jobs/inquiry.ts is there already',
  )
})

test('the parts fit into the reference service, which was written by hand', () => {
  const service = 'services/shipping-payment/src/service.ts'
  const job = ask('job', 'shipping-payment', 'topup', 'reminder').read(service)
  expect(job).toMatch(/jobs: \[\s*cardStartJob,[\w\s,]+,\s+reminderJob,\s+\]/)
  const heard = ask('consumer', 'shipping-payment', 'ledger.transfer.v1', 'BalanceChanged').read(service)
  expect(heard).toMatch(/consumers: \[\s*orderChanged,[\w\s,.]+\.\.\.ledgerConsumers,\s+balanceChanged,/)
  expect(() => ask('consumer', 'shipping-payment', 'order-book.order.v1', 'OrderChanged')).toThrow(
    'has another orderChanged already, from ./consumers/order.ts',
  )
})

test('the program tells what is wrong without a stack, and fails', () => {
  const run = () =>
    execFileSync(process.execPath, [join(root, 'infra/new/src/main.ts'), 'service', 'X'], { stdio: 'pipe' })
  expect(run).toThrow(/^Command failed: [^\n]+\nname "X" must be [^\n]+\n$/)
})
