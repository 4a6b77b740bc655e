import type { Name } from '../names.ts'

/** The sources of a kind of stream, by their path in the service. */
export function streamFiles(service: Name, noun: Name, event: Name): Record<string, string> {
  const folder = `src/${noun.kebab}`
  return {
    [`${folder}/events.ts`]: events(noun, event),
    [`${folder}/state.ts`]: state(noun),
    [`${folder}/decide.ts`]: decide(noun, event),
    [`${folder}/publish.ts`]: publish(service, noun),
    [`${folder}/stream.ts`]: stream(noun),
    [`${folder}/routes.ts`]: routes(service, noun, event),
  }
}

/** The field of an answer that holds a noun: JSON has its names in snake case. */
export const fieldOf = ({ snake, camel }: Name) => (snake === camel ? snake : `${snake}: ${camel}`)

export const schemaOf = ({ pascal }: Name) =>
  `z.object({ type: z.literal('${pascal}'), data: z.object({ by: z.string(), at: z.coerce.date() }) })`

const events = (noun: Name, event: Name) => `import { z } from 'zod'

/** What a ${noun.kebab} remembers; \`by\` is the account that asked for it. */
export const ${noun.camel}Event = z.discriminatedUnion('type', [
  ${schemaOf(event)},
])
export type ${noun.pascal}Event = z.infer<typeof ${noun.camel}Event>
`

const state = ({ camel, pascal, kebab }: Name) => `import type { ${pascal}Event } from './events.ts'

export type ${pascal} = {
  /** the account that it belongs to: whose first event it was */
  owner: string
  /** the type of the last event */
  last: ${pascal}Event['type']
  at: Date
}

/** The ${kebab} after one more event. */
export function evolve(${camel}: ${pascal} | undefined, { type, data }: ${pascal}Event): ${pascal} {
  return { owner: ${camel}?.owner ?? data.by, last: type, at: data.at }
}
`

const decide = (
  { camel, pascal, kebab }: Name,
  event: Name,
) => `import { Rejection } from '@talad/shared/rejection'
import type { ${pascal}Event } from './events.ts'
import type { ${pascal} } from './state.ts'

export type Command =
  | { type: 'Record${event.pascal}'; by: string; now: Date }

/** What one command makes of a ${kebab}. @throws Rejection NOT_FOUND, also for who doesn't own it */
export function decide(command: Command, ${camel}: ${pascal} | undefined): ${pascal}Event[] {
  const { by, now: at } = command
  if (${camel} && ${camel}.owner !== by) throw new Rejection('NOT_FOUND')
  switch (command.type) {
    case 'Record${event.pascal}':
      return ${camel} ? [] : [{ type: '${event.pascal}', data: { by, at } }]
  }
}
`

/** The case of an event that needs the stream to be there. */
export const laterCase = (noun: Name, { pascal }: Name) => `    case 'Record${pascal}':
      if (!${noun.camel}) throw new Rejection('NOT_FOUND')
      return ${noun.camel}.last === '${pascal}' ? [] : [{ type: '${pascal}', data: { by, at } }]`

const publish = (service: Name, { camel, pascal, snake, kebab }: Name) => {
  const topic = `${snake.toUpperCase()}_TOPIC`
  return `import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { ${pascal}ChangedSchema } from '@talad/proto/${service.kebab}/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { z } from 'zod'
import { ${topic} } from '../../manifest.ts'
import type { ${pascal}Event } from './events.ts'
import type { ${pascal} } from './state.ts'

const schema = z.object({ last: z.string() })
type View = z.infer<typeof schema>

/** What everybody may know of a ${kebab}; stored beside each event. */
export const publicState = {
  schema,
  of(${camel}: ${pascal} | undefined): View {
    if (!${camel}) throw new Error('a ${kebab} without an event')
    return { last: ${camel}.last }
  },
}

/** The whole public state after each event: who hears only the last message knows all. */
export function publish({ id, version, view, at }: Published<${pascal}Event, View>): Outgoing[] {
  const { last } = view
  return [
    outgoing(${topic}, id, ${pascal}ChangedSchema, {
      ${camel}Id: id,
      last,
      revision: version,
      at: timestampFromDate(at),
    }),
  ]
}
`
}

const stream = ({ camel, pascal, plural, kebab }: Name) => `import { stream } from '@talad/shared/stream'
import { decide } from './decide.ts'
import { ${camel}Event } from './events.ts'
import { publicState, publish } from './publish.ts'
import { evolve, type ${pascal} } from './state.ts'

/** How a ${kebab} works. */
export const ${plural} = stream({
  name: '${kebab}',
  event: ${camel}Event,
  initial: undefined as ${pascal} | undefined,
  evolve,
  decide,
  publicState,
  publish,
})
`

const routes = (
  service: Name,
  { camel, pascal, plural, kebab, snake }: Name,
  event: Name,
) => `import { ${camel}Http as http } from '@talad/proto/http/${service.kebab}/${kebab}'
import { type App, signedIn } from '@talad/shared/http/app'
import { type Change, change } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import type { ${pascal}Event } from './events.ts'
import type { ${pascal} } from './state.ts'
import { ${plural} } from './stream.ts'

function answerOf({ id, state, version }: Change<${pascal} | undefined, ${pascal}Event>) {
  if (!state) throw new Error('a ${kebab} without an event')
  const { last, at } = state
  return { ${snake}: { _id: id, last, revision: version, updated: at.toISOString() } }
}

/** The calls of ${kebab.replaceAll('-', ' ')}. */
export function ${camel}Routes(app: App, deps: Deps): void {
  app.route(http.record${event.pascal}, async ({ actor, attempt }) => {
    const command = { type: 'Record${event.pascal}' as const, by: signedIn(actor).accountId, now: deps.now() }
    return answerOf(await change(deps, ${plural}, attempt.id, command))
  })
}
`

export const laterRoute = ({ plural, snake }: Name, { pascal }: Name) => `
  app.route(http.record${pascal}, async ({ actor, params }) => {
    const command = { type: 'Record${pascal}' as const, by: signedIn(actor).accountId, now: deps.now() }
    return answerOf(await change(deps, ${plural}, params.${snake}_id, command))
  })`
