import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifests } from '@talad/services/manifests'
import { loadService } from '@talad/services/services'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { catalog } from '../src/catalog.ts'
import { addCommands } from '../src/command-line.ts'
import { EXIT } from '../src/faults.ts'
import { talad } from '../src/program.ts'

const image = join(import.meta.dirname, '../../image')
const root = join(image, '../..')
const read = (path: string) => readFileSync(path, 'utf8')

const container = z.looseObject({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
})
const compose = z.object({
  services: z.record(z.string(), container),
  volumes: z.record(z.string(), z.null()),
})

/** A value for what the example leaves to be filled in, by its name. */
function filled(name: string): string {
  if (name === 'RELAYER_KEYS' || name === 'MINTER_KEYS') return `0x${'1'.repeat(64)}`
  if (name.endsWith('_ADDRESS')) return `0x${'a'.repeat(40)}`
  return 'a'.repeat(64)
}

/** The example's settings, each filled in. */
const settings = new Map(
  read(join(image, 'settings.example.env'))
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=') || filled(name)]
    }),
)
const asked = new Set<string>()

/** The text as compose reads it: `${NAME:?}` must be set, `${NAME:-other}` may be. */
const withSettings = (text: string) =>
  text.replace(/\$\{([A-Z_]+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, otherwise: string) => {
    asked.add(name)
    const value = settings.get(name)
    if (value === undefined && kind === '?') throw new Error(`settings.example.env doesn't name ${name}`)
    return value ?? otherwise
  })

// JSON in a setting stands in a string of YAML
const text = read(join(image, 'compose.yml'))
const document: unknown = JSON.parse(
  JSON.stringify(parse(text, { merge: true }), (_key, value: unknown) =>
    typeof value === 'string' ? withSettings(value) : value,
  ),
)
const { services, volumes } = compose.parse(document)
const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {})
      .map(([key, value]) => [key, String(value)])
      .filter(([, value]) => value !== ''),
  )

test.for(manifests.map(({ name }) => name))(
  'the container of %s has all that its service must be told',
  async (name) => {
    const { config } = await loadService(name)
    const parsed = config.safeParse(environmentOf(name))
    expect(parsed.error?.issues ?? []).toEqual([])
    expect(parsed.data).toMatchObject({ NODE_ENV: 'production', DEV_MODE: false, PORT: 8000 })
    expect(services[name]?.command).toEqual([`services/${name}/src/main.ts`])
    const known = Object.keys(config.shape)
    expect(Object.keys(environmentOf(name)).filter((key) => !known.includes(key))).toEqual([])
  },
)

test('GW-3 each service knows the secrets of those which call it, and of nobody else', () => {
  const names: string[] = manifests.map(({ name }) => name)
  const json = z.record(z.string(), z.array(z.string()))
  for (const { name, contract } of manifests) {
    const isCalled = Object.values(contract).some(({ auth }) => auth.kind === 'internal')
    const { INTERNAL_CALLERS: callers = '{}' } = environmentOf(name)
    expect([name, Object.keys(json.parse(JSON.parse(callers)))]).toEqual([
      name,
      isCalled ? names : ['gateway'],
    ])
  }
})

test('there is a container for each service, a database, and one for the command line', () => {
  const names: string[] = manifests.map(({ name }) => name)
  expect(Object.keys(services).toSorted()).toEqual([...names, 'postgres', 'talad'].toSorted())
  const made = [...read(join(image, 'databases.sql')).matchAll(/^create database "([^"]+)";$/gm)]
  expect(made.map(([, name]) => name)).toEqual(names.toSorted())
  const operated = Object.keys(environmentOf('talad')).filter((key) => key.endsWith('_DATABASE_URL'))
  const variable = (name: string) => `${name.replaceAll('-', '_').toUpperCase()}_DATABASE_URL`
  expect(operated.toSorted()).toEqual(names.map(variable).toSorted())
  const used = Object.values(services).flatMap((service) =>
    service.volumes.map((volume) => volume.split(':')[0]),
  )
  expect([...new Set(used)].filter((name) => !name?.startsWith('.'))).toEqual(Object.keys(volumes))
})

/** Every command with a value for each thing that it must be given. */
function commandLines(): string[] {
  const values: Readonly<Record<string, string>> = {
    day: '2026-01-31',
    month: '2026-01',
    from: '1',
    service: 'ledger',
    id: 'ledger/1',
    what: 'super_admin',
    customer: 'join-one',
  }
  const given = (name: string) => values[name] ?? 'one'
  const linesOf = (command: Command, path: readonly string[]): string[][] => {
    if (command.commands.length > 0)
      return command.commands.flatMap((one) => linesOf(one, [...path, one.name()]))
    const places = command.registeredArguments.filter((one) => one.required || one.name() === 'id')
    const options = command.options.flatMap((one) => {
      if (one.long === '--yes') return ['--yes']
      return one.mandatory ? [one.long ?? '', given(one.name())] : []
    })
    return [[...path, ...places.map((one) => given(one.name())), ...options]]
  }
  const program = new Command('talad')
  addCommands(program, () => async () => undefined, {})
  return linesOf(program, []).map((words) => words.join(' '))
}

test.for(commandLines())(
  'talad %s has all that it must be told in the container of the command line',
  async (line) => {
    // nobody answers there: whatever a command asks for first, it is told of no missing setting before
    const env = Object.fromEntries(
      Object.entries(environmentOf('talad')).map(([name, value]) => [
        name,
        String(value).replace(/(?<=@|^)(postgres|kafka):\d+/, '127.0.0.1:1'),
      ]),
    )
    expect(env).toHaveProperty('KAFKA_BROKERS')
    let said = ''
    const write = (text: string) => {
      said += text
    }
    const exit = await talad(line.split(' '), catalog, { env, stdout: { write }, stderr: { write } })
    expect([exit, said]).toEqual([EXIT.away, expect.stringMatching(/^[^:]* does not answer: /)])
  },
)

test('the example names no setting that nothing reads', () => {
  expect([...settings.keys()].filter((name) => !asked.has(name))).toEqual([])
})

test('the image has the version of Node that the project pins, and what its workspaces name', () => {
  const { dependencies } = z
    .object({ dependencies: z.object({ node: z.string() }) })
    .parse(JSON.parse(read(join(root, 'package.json'))))
  const docker = read(join(image, 'Dockerfile'))
  const bases = [...docker.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(new Set(bases)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]))
  for (const [, workspace = ''] of docker.matchAll(/--workspace (\S+)/g))
    expect(JSON.parse(read(join(root, workspace, 'package.json')))).toHaveProperty('name')
})
