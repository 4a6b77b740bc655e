import { expect, test } from 'vitest'
import { allHandled, handlersIn, listenersIn } from '../src/log/repeat/handlers.ts'

const source = (text: string) => new Map([['shop/src/a.ts', text]])

test('each message that a file takes is found', () => {
  const text = `import {\n  type Paid,\n  PaidSchema,\n  RefundedSchema,\n} from '@talad/proto/ledger/v1/events'`
  expect(handlersIn(source(text))).toEqual(['shop/src/a.ts Paid', 'shop/src/a.ts Refunded'])
})

test('a file that only sends messages handles none', () => {
  const text = `import { PaidSchema } from '@talad/proto/ledger/v1/events'\noutgoing('t', 'k', PaidSchema, {})`
  expect(handlersIn(source(text))).toEqual([])
})

test('a file that listens without naming its messages is found all the same', () => {
  expect(listenersIn(source('bus.subscribe({ group })'))).toEqual(['shop/src/a.ts'])
})

test('a handler that nobody repeats is told', async () => {
  await expect(allHandled([])).rejects.toThrow('shipping-payment/src/consumers/ledger.ts Captured')
})
