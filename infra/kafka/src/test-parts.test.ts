import { expect, test, vi } from 'vitest'
import { type Part, planOf } from './containers.ts'
import { isSkipped, type Probe, sourceOf } from './test-parts.ts'

const nothing: Probe = { address: undefined, hasDocker: () => false, isInstalled: () => false }
const all: Probe = { address: '127.0.0.1:1', hasDocker: () => true, isInstalled: () => true }

test('an address comes before Docker, Docker before what is installed', () => {
  expect(sourceOf(all)).toBe('address')
  expect(sourceOf({ ...all, address: undefined })).toBe('docker')
  expect(sourceOf({ ...nothing, isInstalled: () => true })).toBe('installed')
  expect(sourceOf(nothing)).toBeUndefined()
})

test('nobody is asked who is not needed', () => {
  const hasDocker = vi.fn(() => true)
  const isInstalled = vi.fn(() => true)
  sourceOf({ ...all, hasDocker, isInstalled })
  expect(hasDocker).not.toHaveBeenCalled()
  sourceOf({ address: undefined, hasDocker, isInstalled })
  expect(isInstalled).not.toHaveBeenCalled()
})

test('what is nowhere is skipped, and fails where everything is required', () => {
  expect([isSkipped(nothing, false), isSkipped(nothing, true), isSkipped(all, false)]).toEqual([
    ...[true, false, false],
  ])
})

test.each<[Part, RegExp]>([
  ['kafka', /^apache\/kafka:\d/],
  ['postgres', /^postgres:\d/],
  ['redis', /^redis:\d/],
])('the container of %s is the one of docker-compose.yml', (part, image) => {
  expect(planOf(part, 40_000).image).toMatch(image)
})

test('a broker in a container tells its clients the port at which they reach it', () => {
  const { environment } = planOf('kafka', 40_000)
  expect(environment.KAFKA_ADVERTISED_LISTENERS).toBe('HOST://127.0.0.1:40000,INSIDE://localhost:19092')
  expect(environment.KAFKA_LISTENERS).toContain('HOST://:9092')
  expect(environment.KAFKA_AUTO_CREATE_TOPICS_ENABLE).toBe('false')
})
