import { addAfter, addMember } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import { addExample } from '../packages.ts'
import type { Tree } from '../tree.ts'
import { addRow } from './rows.ts'
import { callOf, exampleOf, ID, newStream } from './stream.ts'
import { laterCase, laterRoute, schemaOf } from './stream-files.ts'
import { laterTest } from './stream-tests.ts'

/** One more event of a noun; the first one makes the noun a kind of stream. */
export function newEvent(tree: Tree, service: Name, noun: Name, event: Name): void {
  const folder = `services/${service.kebab}/src/${noun.kebab}`
  if (tree.has(`${folder}/stream.ts`)) addEvent(tree, folder, { service, noun, event })
  else newStream(tree, service, noun, event)
}

type About = { service: Name; noun: Name; event: Name }

function addEvent(tree: Tree, folder: string, { service, noun, event }: About): void {
  if (tree.read(`${folder}/events.ts`).includes(`'${event.pascal}'`))
    throw new Refusal(`${folder}/events.ts has ${event.pascal} already`)
  const command = `{ type: 'Record${event.pascal}'; by: string; now: Date }`
  addAfter(tree, `${folder}/events.ts`, "z.discriminatedUnion('type', [", `\n${schemaOf(event)},`)
  addMember(tree, `${folder}/decide.ts`, 'export type Command =', command)
  addAfter(tree, `${folder}/decide.ts`, 'switch (command.type) {', `\n${laterCase(noun, event)}`)
  const routes = `export function ${noun.camel}Routes(app: App, deps: Deps): void {`
  addAfter(tree, `${folder}/routes.ts`, routes, laterRoute(noun, event))
  const contract = `proto/http/${service.kebab}/${noun.kebab}.ts`
  addAfter(
    tree,
    contract,
    `export const ${noun.camel}Http = {`,
    `\n${callOf(service, noun, event, 'later')},`,
  )
  addExample(tree, `record${event.pascal}`, exampleOf(noun, event, 'later'))
  addRow(tree, service, noun, event, `{ params: { ${noun.snake}_id: '${ID}' } }, { owns: null }`)
  addAfter(tree, `${folder}/decide.test.ts`, /const \{ given \} = decider\(.*\n/, laterTest(event))
}
