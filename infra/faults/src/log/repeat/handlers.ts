import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { manifests } from '@talad/services/manifests'
import { holds } from '../../proof.ts'
import type { Play } from './harness.ts'

/** Every way to listen that is not a consumer of the kit's. */
const LISTENS = /\.subscribe\(/
/** What is heard there is named by the plays in `takes`. */
const BESIDES = ['gateway/src/live/subscribe.ts']

/** Scripts of a play in which each message that its service takes must occur. */
const SAMPLES = 40

/** What tells of a play which messages it repeats. */
export type Told = {
  service: { manifest: { name: string } }
  taken: readonly string[]
  told: (scripts: number) => ReadonlySet<string>
}

/** Every kind of message that a play hands to its service in so many scripts. */
export function toldIn<D>({ service, scriptOf }: Play<D>, scripts: number): Set<string> {
  const told = new Set<string>()
  for (let n = 0; n < scripts; n++)
    for (const step of scriptOf(`${service.manifest.name}/sample/${n}`).steps)
      if ('message' in step) told.add(`${step.message.topic} ${step.message.type}`)
  return told
}

/** Files that take messages by themselves: whoever adds one has to look here. */
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

/** @throws Disproved unless every message that a service takes is repeated to it. @returns how many kinds there are */
export async function allHandled(plays: readonly Told[]): Promise<number> {
  const played = plays.map(({ service }) => service.manifest.name)
  const alone = manifests.filter(({ name, hears }) => hears.length > 0 && !played.includes(name))
  const forgotten = plays.flatMap(({ service, taken, told }) => {
    const known = told(SAMPLES)
    return taken.filter((one) => !known.has(one)).map((one) => `${service.manifest.name} ${one}`)
  })
  const missing = [...alone.map(({ name }) => name), ...forgotten]
  holds(missing.length === 0, `nobody repeats messages to ${missing.join(', ')}`)
  const unknown = listenersIn(await sources()).filter((file) => !BESIDES.includes(file))
  holds(unknown.length === 0, `messages are listened to in ${unknown.join(', ')}`)
  return plays.reduce((sum, { taken }) => sum + taken.length, 0)
}
