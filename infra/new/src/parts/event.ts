import { addItem, addMember, addStatements } from '../edit.ts'
import { type Name, Refusal } from '../names.ts'
import type { Tree } from '../tree.ts'
import { declareCall } from './route.ts'
import { callOf, newStream } from './stream.ts'
import { laterCase, laterRoute, schemaOf } from './stream-files.ts'
import { laterTest } from './stream-tests.ts'

/** One more event of a noun; the first one makes the noun a kind of stream. */
export function newEvent(tree: Tree, service: Name, noun: Name, event: Name): void {
  const folder = `services/${service.kebab}/src/${noun.kebab}`
  if (!tree.has(`${folder}/stream.ts`)) newStream(tree, service, noun, event)
  else addEvent(tree, folder, { service, noun, event })
}

type About = { service: Name; noun: Name; event: Name }

function addEvent(tree: Tree, folder: string, { service, noun, event }: About): void {
  if (tree.read(`${folder}/events.ts`).includes(`'${event.pascal}'`))
    throw new Refusal(`${folder}/events.ts has ${event.pascal} already`)
  const command = `{ type: 'Record${event.pascal}'; by: string; now: Date }`
  addItem(tree, `${folder}/events.ts`, "z.discriminatedUnion('type', [", schemaOf(event))
  addMember(tree, `${folder}/decide.ts`, 'export type Command =', command)
  addStatements(tree, `${folder}/decide.ts`, 'switch (command.type) {', laterCase(noun, event))
  const routes = `export function ${noun.camel}Routes(app: App, deps: Deps): void {`
  addStatements(tree, `${folder}/routes.ts`, routes, laterRoute(noun, event))
  declareCall(tree, service, callOf(service, noun, event, 'later'))
  tree.edit(`${folder}/decide.test.ts`, (text) => {
    if (!text.includes('const first: Command'))
      throw new Refusal(
        `${folder}/decide.test.ts has no "const first: Command", on which the test of ${event.pascal} stands`,
      )
    return text + laterTest(event)
  })
}
