import { kebabName, type Name, pascalName, Refusal } from './names.ts'
import { newEvent } from './parts/event.ts'
import { newService } from './parts/service.ts'
import type { Tree } from './tree.ts'

/** What can be asked for, one line each. */
export const usage = `npm run new -- service <name>                  a service that starts and answers one call
npm run new -- event <service> <noun> <Name>  an event, its command and its call; the stream too where the noun is new`

/** A service that is there. @throws Refusal */
function serviceAt(tree: Tree, text: string): Name {
  const name = kebabName('service', text)
  if (!tree.has(`services/${name.kebab}/src/service.ts`))
    throw new Refusal(`service "${text}" is not there: npm run new -- service ${text}`)
  return name
}

/**
 * Adds to a tree what was asked for; the caller saves it.
 * @throws Refusal that says what to mend
 */
export function generatePart(tree: Tree, [what, ...given]: readonly string[], now: Date): void {
  const [first = '', noun = '', event = ''] = given
  if (what === 'service' && given.length === 1) newService(tree, kebabName('name', first), now)
  else if (what === 'event' && given.length === 3)
    newEvent(tree, serviceAt(tree, first), kebabName('noun', noun), pascalName('Name', event))
  else throw new Refusal(usage)
}
