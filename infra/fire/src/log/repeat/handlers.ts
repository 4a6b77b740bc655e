import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { manifests } from '@talad/services/manifests'
import type { Manifest } from '@talad/shared/manifest'
import { holds } from '../../proof.ts'

/** What a service reads from the bus it imports from here. */
const MESSAGES = /import \{([^}]*)\} from '@talad\/proto\/[a-z-]+\/v1\/(?:events|commands)'/g
/** Who makes messages of its own imports them from there too. */
const MAKES = /\boutgoing\(/
const LISTENS = /\.subscribe\(|from '@talad\/shared\/consumer'|: BatchConsumer</

/**
 * Every handler of messages in the sources of the services: the file, and the message.
 * @param files sources by their path from the folder of the services
 */
export function handlersIn(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, source]) => {
    if (MAKES.test(source)) return []
    const names = [...source.matchAll(MESSAGES)].flatMap(([, list = '']) => list.split(','))
    const schemas = names.map((name) => name.trim()).filter((name) => /^[A-Z]\w*Schema$/.test(name))
    return schemas.map((name) => `${file} ${name.slice(0, -'Schema'.length)}`)
  })
}

/** Files that take messages without naming any, or name them in another file: whoever adds one has to look here. */
export function listenersIn(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([, source]) => LISTENS.test(source)).map(([file]) => file)
}

async function sources(): Promise<Map<string, string>> {
  const paths = (await readdir(join(root, 'services'), { recursive: true })).filter(
    (file) => /^[a-z-]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'),
  )
  const read = paths.map(
    async (path) => [path, await readFile(join(root, 'services', path), 'utf8')] as const,
  )
  return new Map(await Promise.all(read))
}

/** What is shown live stands in the manifests of those who publish it; the gateway hears it. */
function shownLive(services: readonly Manifest[]): string[] {
  return services.flatMap(({ live = [] }) =>
    live.map(({ type }) => `gateway/src/live/updates.ts ${type.split('.').at(-1)}`),
  )
}

const ELSEWHERE = ['gateway/src/live/subscribe.ts']

/** @throws Disproved unless these are all handlers that there are */
export async function allHandled(
  plays: readonly { service: string; handlers: Record<string, readonly string[]> }[],
): Promise<number> {
  const played = plays.flatMap(({ service, handlers }) =>
    Object.entries(handlers).flatMap(([file, names]) =>
      names.map((name) => `${service}/src/${file} ${name}`),
    ),
  )
  const files = await sources()
  const found = [...handlersIn(files), ...shownLive(manifests)]
  const [forgotten, gone] = [
    found.filter((one) => !played.includes(one)),
    played.filter((one) => !found.includes(one)),
  ]
  holds(forgotten.length === 0, `nobody repeats messages to ${forgotten.join(', ')}`)
  holds(gone.length === 0, `there is no such handler: ${gone.join(', ')}`)
  const known = new Set([...played.map((one) => one.split(' ')[0]), ...ELSEWHERE])
  const unknown = listenersIn(files).filter((file) => !known.has(file))
  holds(unknown.length === 0, `messages are listened to in ${unknown.join(', ')}`)
  return found.length
}
