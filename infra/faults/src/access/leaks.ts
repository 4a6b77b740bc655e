import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type System, startSystem } from '@talad/e2e/system'
import { serviceNames } from '@talad/services/manifests'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { bundleIsClean, repositoryIsClean } from './bundle.ts'
import { around, type Canaries, chainKeys, findIn, personalData, secretsOf } from './canaries.ts'
import { type Story, tellStory } from './misfortune.ts'
import { findInTables } from './stores.ts'

/** Hears the traces of all services. */
async function openCollector() {
  const heard: Buffer[] = []
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => heard.push(chunk))
    request.on('end', () => response.end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    text: () => Buffer.concat(heard).toString('latin1'),
    close,
  }
}

/** Buyers must be able to go back to the page of their card, so the shop keeps its address, and nobody else does. */
const CARD_PAGE = 'the token of a card page'
const keptForTheBuyer = (hit: string) => hit.startsWith('shipping-payment ') && hit.endsWith(CARD_PAGE)

function isClean(where: string, text: string, canaries: Canaries): void {
  const [found] = findIn(text, canaries)
  holds(found === undefined, `${where} hold ${found}: ${around(text, canaries[found ?? ''] ?? '')}`)
}

/** Files that hold secrets because they are for that: nobody but their owner may read them. */
async function ownersEyesOnly({ folder }: System): Promise<void> {
  for (const name of ['run.json', 'secrets.json']) {
    const { mode } = await stat(join(folder, name))
    holds((mode & 0o077) === 0, `${name} can be read by others: ${(mode & 0o777).toString(8)}`)
  }
}

async function tablesAreClean({ run }: System, canaries: Canaries): Promise<void> {
  const stored = await findInTables(run.databases, canaries)
  const wrong = stored.filter((hit) => !keptForTheBuyer(hit))
  holds(wrong.length === 0, `in clear in a database or on the bus: ${wrong[0]}`)
}

function saidIsClean(story: Story, spans: string, output: string, forbidden: Canaries): Figures {
  // answers repeat a caller's own address or text at most where it was no secret
  for (const { text, headers, status } of story.refusals)
    isClean(`error answers (${status})`, `${[...headers].join('\n')}\n${text}`, forbidden)
  holds(spans.length > 0, 'no traces were heard')
  isClean('traces', spans, forbidden)
  const lines = output.split('\n')
  const quiet = serviceNames.filter(
    (name) => !lines.some((line) => line.includes(` ${name} `) && line.includes(' ready')),
  )
  holds(quiet.length === 0, `nothing is heard of ${quiet}`)
  isClean('logs', output, forbidden)
  return {
    'error answers': story.refusals.length,
    'lines of logs at debug level': lines.length,
    'kB of traces': Math.round(spans.length / 1000),
  }
}

async function nothingLeaks({ folder, say }: Context): Promise<Figures> {
  const collector = await openCollector()
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const system = await startSystem({
    kind: 'embedded',
    env: {
      TALAD_LOG: 'debug',
      ...traced,
      OTEL_BSP_SCHEDULE_DELAY: '500',
      TALAD_SERVICES: JSON.stringify(Object.fromEntries(serviceNames.map((name) => [name, traced]))),
    },
  })
  try {
    const secrets = await secretsOf(system)
    say(`the system runs, with ${Object.keys(secrets).length} secrets of its own`)
    const story = await tellStory(system, secrets)
    const random = { ...secrets, ...story.canaries }
    const forbidden = { ...random, ...chainKeys(), ...personalData() }
    await ownersEyesOnly(system)
    await tablesAreClean(system, forbidden)
    await system.stop()
    const unsaid = { ...forbidden, ...story.unsaid }
    const said = saidIsClean(story, collector.text(), system.output(), unsaid)
    say(JSON.stringify(said))
    const bundle = await bundleIsClean(folder, secrets, unsaid)
    const repository = await repositoryIsClean(random)
    return { canaries: Object.keys(unsaid).length, ...said, ...bundle, ...repository, hits: 0 }
  } finally {
    await system.stop()
    await collector.close()
  }
}

export const leaks: Proof = {
  id: 'B29',
  title:
    'No key, token, password, right answer of an assessment, page that is not published yet, phone number or email address is in the logs at debug level, in error answers, traces, messages, tables, the web app, or the repository and its history, also while calls and providers fail',
  size: 1,
  unit: 'installation, through the main job and its failures',
  limitMinutes: 20,
  run: nothingLeaks,
  found: [],
}
