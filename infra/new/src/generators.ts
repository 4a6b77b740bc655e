import { kebabName, type Name, pascalName, Refusal, topicName } from './names.ts'
import { newConsumer } from './parts/consumer.ts'
import { newEvent } from './parts/event.ts'
import { newJob } from './parts/job.ts'
import { newReadModel } from './parts/read-model.ts'
import { newRoute } from './parts/route.ts'
import { newService } from './parts/service.ts'
import type { Tree } from './tree.ts'

type Generator = {
  parameters: readonly string[]
  says: string
  run: (tree: Tree, given: readonly string[], now: Date) => void
}

/** A service that is there. @throws Refusal */
function serviceAt(tree: Tree, text = ''): Name {
  const name = kebabName('service', text)
  if (!tree.has(`services/${name.kebab}/src/service.ts`))
    throw new Refusal(`service "${text}" is not there: npm run new -- service ${text}`)
  return name
}

const noun = (text = '') => kebabName('noun', text)
const name = (text = '') => kebabName('name', text)

const generators: Readonly<Record<string, Generator>> = {
  service: {
    parameters: ['name'],
    says: 'a service that starts and answers one call',
    run: (tree, [given], now) => newService(tree, name(given), now),
  },
  route: {
    parameters: ['service', 'noun', 'name'],
    says: 'a call that everybody may make',
    run: (tree, [service, about, given]) =>
      newRoute(tree, serviceAt(tree, service), noun(about), name(given)),
  },
  event: {
    parameters: ['service', 'noun', 'Name'],
    says: 'an event, its command and its call; the stream too where the noun is new',
    run: (tree, [service, about, given = '']) =>
      newEvent(tree, serviceAt(tree, service), noun(about), pascalName('Name', given)),
  },
  consumer: {
    parameters: ['service', 'topic', 'Event'],
    says: "what another service's event means here",
    run: (tree, [service, topic = '', event = ''], now) =>
      newConsumer(tree, serviceAt(tree, service), topicName('topic', topic), pascalName('Event', event), now),
  },
  'read-model': {
    parameters: ['service', 'noun', 'name'],
    says: 'own state for reading, made from the log',
    run: (tree, [service, about, given], now) =>
      newReadModel(tree, serviceAt(tree, service), noun(about), name(given), now),
  },
  job: {
    parameters: ['service', 'noun', 'name'],
    says: 'work that is due, done outside a transaction',
    run: (tree, [service, about, given]) => newJob(tree, serviceAt(tree, service), noun(about), name(given)),
  },
}

/** What can be asked for, one line each. */
export const usage = [
  'npm run new -- <what> <parameters>',
  ...Object.entries(generators).map(
    ([what, { parameters, says }]) =>
      `  ${`${what} ${parameters.map((one) => `<${one}>`).join(' ')}`.padEnd(36)}${says}`,
  ),
].join('\n')

/**
 * Adds to a tree what was asked for; the caller saves it.
 * @throws Refusal that says what to mend
 */
export function generatePart(tree: Tree, [what = '', ...given]: readonly string[], now: Date): void {
  const generator = Object.hasOwn(generators, what) ? generators[what] : undefined
  if (!generator) throw new Refusal(usage)
  const { parameters } = generator
  const missing = parameters.slice(given.length)
  if (missing.length > 0) throw new Refusal(`${missing.join(', ')} is missing\n${usage}`)
  if (given.length > parameters.length) throw new Refusal(`too many parameters\n${usage}`)
  generator.run(tree, given, now)
}
