import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { manifests } from '@talad/services/manifests'
import type { OutMessage } from '@talad/shared/bus/port'
import type { Manifest } from '@talad/shared/manifest'
import { holds } from '../proof.ts'
import type { SimulatedService } from '../simulator/service.ts'

/** Every way to consume that is not a consumer of the kit's. */
const SUBSCRIBES = /\.subscribe\(/
/** Its hub has a test that a message that comes twice is one update. */
const BESIDES = ['gateway/src/live/subscribe.ts']

type Kind = Pick<OutMessage, 'topic' | 'type'>
type Fed = Pick<SimulatedService, 'name' | 'consumes'>

/** The consumers, `<group> <type>`, that none of the messages is for, and the services that are handed none. */
export function unfed(services: readonly Fed[], messages: readonly Kind[]): string[] {
  const known = new Set(messages.flatMap(({ topic, type }) => [topic, `${topic} ${type}`]))
  const all: readonly Manifest[] = manifests
  const alone = all.filter(
    (one) => one.consumes.length > 0 && !services.some(({ name }) => name === one.name),
  )
  const missing = services
    .flatMap(({ consumes }) => consumes)
    .filter(({ topic, type }) => !known.has(type ? `${topic} ${type}` : topic))
  return [
    ...alone.map(({ name }) => name),
    ...missing.map(({ group, type }) => `${group} ${type ?? 'of any kind'}`),
  ]
}

/** Files that consume messages by themselves: whoever adds one has to look here. */
export function subscribersIn(files: ReadonlyMap<string, string>): string[] {
  return [...files].filter(([, source]) => SUBSCRIBES.test(source)).map(([file]) => file)
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

/** @throws Disproved unless every consumer of every service is fed by some of the messages */
export async function requireAllFed(services: readonly Fed[], messages: readonly Kind[]): Promise<void> {
  const missing = unfed(services, messages)
  holds(missing.length === 0, `no message is for ${missing.join(', ')}`)
  const unknown = subscribersIn(await sources()).filter((file) => !BESIDES.includes(file))
  holds(unknown.length === 0, `messages are consumed in ${unknown.join(', ')}`)
}
