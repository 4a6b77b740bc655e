import { expect, test } from 'vitest'
import { z } from 'zod'
import { completeLock } from '../src/lock.ts'

const parsed = z.object({ packages: z.record(z.string(), z.unknown()) })
const complete = (packages: object) =>
  parsed.parse(JSON.parse(completeLock(JSON.stringify({ lockfileVersion: 3, packages })))).packages

test('a build for another system that npm left out gets its version and where it runs', () => {
  const tool = {
    version: '2.0.0',
    dev: true,
    optionalDependencies: { '@tool/cli-linux-arm64-musl': '2.0.0' },
  }
  expect(complete({ '': {}, 'node_modules/tool': tool })['node_modules/@tool/cli-linux-arm64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['arm64'],
    libc: ['musl'],
    os: ['linux'],
    dev: true,
    optional: true,
  })
})

test('what is locked already, beside the tool or above it, stays as it is', () => {
  const tool = { optionalDependencies: { near: '1.0.0', above: '1.0.0' } }
  const packages = {
    'node_modules/above': { version: '1.0.0', integrity: 'a' },
    'node_modules/tool': tool,
    'node_modules/tool/node_modules/near': { version: '1.0.0', integrity: 'b' },
  }
  expect(complete(packages)).toEqual(packages)
})

test('an optional dependency with a range is left to npm', () => {
  const packages = { 'node_modules/tool': { optionalDependencies: { other: '^1.0.0' } } }
  expect(complete(packages)).toEqual(packages)
})
