import { addAfter, addBefore, addImport, addToList } from '../edit.ts'
import type { Name } from '../names.ts'
import { addDependency, addExample } from '../packages.ts'
import type { Tree } from '../tree.ts'
import { addRow } from './rows.ts'
import { fieldOf, streamFiles } from './stream-files.ts'
import { streamTests } from './stream-tests.ts'

/** A kind of stream with its first event: decided, published, changed by a call. */
export function newStream(tree: Tree, service: Name, noun: Name, event: Name): void {
  const folder = `services/${service.kebab}`
  const files = { ...streamFiles(service, noun, event), ...streamTests(service, noun, event) }
  for (const [path, text] of Object.entries(files)) tree.create(`${folder}/${path}`, text)
  declare(tree, service, noun)
  describeMessage(tree, service, noun)
  tree.create(`proto/http/${service.kebab}/${noun.kebab}.ts`, contract(service, noun, event))
  addExample(tree, `record${event.pascal}`, exampleOf(noun, event, 'first'))
  addRow(tree, service, noun, event, '{}')
  addDependency(tree, folder, '@bufbuild/protobuf')
  addDependency(tree, folder, 'zod')
}

/** Has the service serve the calls of a noun, and publish its topic. */
function declare(tree: Tree, { kebab }: Name, noun: Name): void {
  const app = `services/${kebab}/src/app.ts`
  addImport(tree, app, `${noun.camel}Routes`, `./${noun.kebab}/routes.ts`)
  addBefore(tree, app, /^ {2}return app$/m, `  ${noun.camel}Routes(app, deps)\n`)
  const program = `services/${kebab}/src/service.ts`
  const manifest = `services/${kebab}/manifest.ts`
  const topic = `${noun.snake.toUpperCase()}_TOPIC`
  addImport(tree, program, 'published', '@talad/shared/stream')
  addImport(tree, program, noun.plural, `./${noun.kebab}/stream.ts`)
  addToList(tree, program, 'defineService({', 'streams', `published(${noun.plural})`)
  addBefore(
    tree,
    manifest,
    /^export const manifest\b/m,
    `export const ${topic} = '${kebab}.${noun.kebab}.v1'\n\n`,
  )
  addToList(tree, manifest, 'defineManifest({', 'publishes', topic)
  addImport(tree, manifest, `${noun.camel}Http`, `@talad/proto/http/${kebab}/${noun.kebab}`)
  addAfter(tree, manifest, 'contract: {', ` ...${noun.camel}Http,`)
}

const TIMESTAMP = 'import "google/protobuf/timestamp.proto";'

function describeMessage(tree: Tree, service: Name, noun: Name): void {
  const path = `proto/${service.kebab}/v1/events.proto`
  const line = `package talad.${service.snake}.v1;`
  if (!tree.has(path)) tree.create(path, `syntax = "proto3";\n\n${line}\n\n${TIMESTAMP}\n`)
  if (!tree.read(path).includes(TIMESTAMP)) {
    addBefore(tree, path, /(?<=^package [\w.]+;\n)/m, `\n${TIMESTAMP}\n`)
  }
  tree.edit(
    path,
    (text) => `${text}
// Published on \`${service.kebab}.${noun.kebab}.v1\`, keyed by its id: the whole public state after each change.
message ${noun.pascal}Changed {
  string ${noun.snake}_id = 1;
  // the type of the last event
  string last = 2;
  // version of the stream: a higher one is newer
  int32 revision = 3;
  google.protobuf.Timestamp at = 4;
}
`,
  )
}

const contract = (service: Name, noun: Name, event: Name) => `import { z } from 'zod'
import { isoTime, objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const ${noun.camel} = z.object({ _id: objectId, last: z.string(), revision: z.int(), updated: isoTime })

export const ${noun.camel}Http = {
${callOf(service, noun, event, 'first')},
}
`

export const ID = '0123456789abcdef01234567'

/** What the documentation shows of a call that records an event. */
export function exampleOf(noun: Name, event: Name, place: 'first' | 'later') {
  const revision = place === 'first' ? 1 : 2
  const state = { _id: ID, last: event.pascal, revision, updated: '2026-01-01T00:00:00.000Z' }
  const answer = { [noun.snake]: state }
  return place === 'first' ? { answer } : { params: { [`${noun.snake}_id`]: ID }, answer }
}

/** The call that records an event: the first one of a stream makes it, the others name it. */
export function callOf({ kebab }: Name, noun: Name, event: Name, place: 'first' | 'later'): string {
  const suffix = place === 'first' ? '' : `/:${noun.snake}_id/${event.kebab}`
  return `  record${event.pascal}: endpoint({
    name: 'record${event.pascal}',
    service: '${kebab}',
    method: 'POST',
    path: \`\${base.user}/${noun.kebab}${suffix}\`,
    auth: { kind: 'user' },
    summary: 'Records that ${event.kebab.replaceAll('-', ' ')}; the same twice is one',
    ${place === 'first' ? '' : `params: z.object({ ${noun.snake}_id: objectId }),\n    `}status: 201,
    response: z.object({ ${fieldOf(noun)} }),
    idempotent: true,
    limit: 'write',
    errors: ['unauthorized', 'not_found'],
  })`
}
