import type { Name } from '../names.ts'

/** The tests of a kind of stream, by their path in the service. */
export function streamTests(service: Name, noun: Name, event: Name): Record<string, string> {
  return {
    [`src/${noun.kebab}/decide.test.ts`]: deciderTest(noun, event),
    [`test/${noun.kebab}.int.test.ts`]: callTest(service, noun, event),
  }
}

const deciderTest = (
  { pascal }: Name,
  event: Name,
) => `import { decider } from '@talad/shared/testing/decider'
import { test } from 'vitest'
import { type Command, decide } from './decide.ts'
import { evolve, type ${pascal} } from './state.ts'

const now = new Date('2026-01-01T00:00:00Z')
const first: Command = { type: 'Record${event.pascal}', by: 'account-1', now }
const { given } = decider({ initial: undefined as ${pascal} | undefined, evolve, decide })

test('Record${event.pascal} makes ${event.pascal}, once', () => {
  given().when(first).makes('${event.pascal}')
  given(first).when(first).makes()
})

test('Record${event.pascal} of another account finds nothing', () => {
  given(first)
    .when({ ...first, by: 'account-2' })
    .rejects('NOT_FOUND')
})
`

export const laterTest = ({ pascal }: Name) => `
test('Record${pascal} makes ${pascal}, once, of what is there and ours', () => {
  const command: Command = { type: 'Record${pascal}', by: 'account-1', now }
  given(first).when(command).makes('${pascal}')
  given(first, command).when(command).makes()
  given().when(command).rejects('NOT_FOUND')
  given(first)
    .when({ ...command, by: 'account-2' })
    .rejects('NOT_FOUND')
})
`

const callTest = (service: Name, noun: Name, event: Name) => `import { fromBinary } from '@bufbuild/protobuf'
import { ${noun.pascal}ChangedSchema } from '@talad/proto/${service.kebab}/v1/events'
import { startUnderTest } from '@talad/shared/testing/under-test'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'

test('record${event.pascal} asked twice with one key is one ${event.pascal}, and is published', async () => {
  const running = await startUnderTest(service, inject('postgres'))
  onTestFinished(running.close)
  const heard: string[] = []
  const subscription = await running.bus.subscribe({
    group: 'test',
    topics: ['${service.kebab}.${noun.kebab}.v1'],
    handle: async (messages) => {
      for (const { payload } of messages) heard.push(fromBinary(${noun.pascal}ChangedSchema, payload).last)
    },
    onError: (error) => console.error(error),
  })
  onTestFinished(subscription.close)
  const ask = () => running.call('POST', '/api/user/v1/${noun.kebab}', { as: 'account-1', key: 'once' })
  const answers = [await ask(), await ask()]
  expect(answers[0]).toMatchObject({ status: 201, body: { ${noun.snake}: { last: '${event.pascal}', revision: 1 } } })
  expect(answers[1]).toEqual(answers[0])
  await until('the message has come', () => heard.length > 0)
  expect(heard).toEqual(['${event.pascal}'])
})
`
