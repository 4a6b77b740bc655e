import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { serviceNames } from '@talad/services/manifests'
import { expect, test } from 'vitest'

const page = readFileSync(join(root, 'docs/restore.md'), 'utf8')
const namesIn = (text: string) =>
  [...text.matchAll(/`([a-z-]+)`/g)].flatMap(([, name = '']) => serviceNames.filter((one) => one === name))

test('the page of restoring names the database of each service, and when each is dumped, money first and deliveries last', () => {
  const kept = page.split('\n').find((line) => line.startsWith('| One database a service')) ?? ''
  expect(namesIn(kept).sort()).toEqual([...serviceNames].sort())
  const [order = ''] = /So dump whoever[^.]+\./.exec(page.replaceAll('\n', ' ')) ?? []
  expect(namesIn(order).sort()).toEqual([...serviceNames].sort())
  expect([namesIn(order)[0], namesIn(order).at(-1)]).toEqual(['ledger', 'shipping-payment'])
})
