import { addAfter, addImport } from '../edit.ts'
import type { Name } from '../names.ts'
import type { Tree } from '../tree.ts'

/** Where the valid calls of a service stand. */
export const rowsOf = ({ kebab }: Name) => `infra/calls/src/${kebab}.ts`

/** A valid call that records an event, for whatever loops over all calls. @param given what it is made with */
export function addRow(tree: Tree, service: Name, noun: Name, event: Name, given: string): void {
  const path = rowsOf(service)
  addImport(tree, path, `${noun.camel}Http`, `@talad/proto/http/${service.kebab}/${noun.kebab}`)
  const line = `\n  row(${noun.camel}Http.record${event.pascal}, ${given}),`
  addAfter(tree, path, 'export const rows: readonly Row[] = [', line)
}
