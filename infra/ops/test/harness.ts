import { randomUUID } from 'node:crypto'
import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { connectBus } from '@talad/shared/bus/connect'
import { outgoing } from '@talad/shared/bus/port'
import { systemClock } from '@talad/shared/clock'
import { openDb } from '@talad/shared/db'
import { change } from '@talad/shared/stream'
import { createEmptyDatabase } from '@talad/shared/testing/postgres'
import { inject, onTestFinished } from 'vitest'
import type { Catalog } from '../src/context.ts'
import { talad } from '../src/program.ts'
import type { Env } from '../src/system.ts'
import { counterService, counters, WORD_TOPIC } from './counter.ts'

const onError = () => undefined

/** What a command has written, and what it ended with. */
export type Answer = { exit: number; stdout: string; stderr: string }

/** Runs the program as a shell would, but in this process. */
export async function runTalad(catalog: Catalog, env: Env, ...args: string[]): Promise<Answer> {
  const answer = { stdout: '', stderr: '' }
  const exit = await talad(args, catalog, {
    env,
    stdout: { write: (text) => (answer.stdout += text) },
    stderr: { write: (text) => (answer.stderr += text) },
  })
  return { exit, ...answer }
}

/** A running service on databases of its own, and the program beside it. */
export async function startCounter(more: { METRICS_PORT?: number } = {}) {
  const [own, busDb] = await Promise.all([
    createEmptyDatabase(inject('postgres')),
    createEmptyDatabase(inject('postgres')),
  ])
  onTestFinished(async () => {
    await own.drop()
    await busDb.drop()
  })
  const { service, trouble, handled } = await counterService()
  const settings = {
    NODE_ENV: 'test' as const,
    DEV_MODE: false,
    DATABASE_URL: own.url,
    BUS_DATABASE_URL: busDb.url,
    HOST: '127.0.0.1',
    PORT: 0,
    JWKS_URL: 'http://127.0.0.1:1/jwks',
    INTERNAL_TOKENS: ['a-secret-0123456789'],
    LOG_LEVEL: 'silent' as const,
    ...more,
  }
  const running = await service.start(settings)
  const db = openDb(own.url, { owner: true, max: 4 })
  const bus = await connectBus({
    busDatabaseUrl: busDb.url,
    clientId: 'test',
    onError,
  })
  let closed = false
  const close = async () => {
    if (!closed) await running.close()
    closed = true
  }
  onTestFinished(async () => {
    await bus.close()
    await close()
    await db.end()
  })
  const catalog: Catalog = { names: ['counter'], load: async () => service }
  const env = { COUNTER_DATABASE_URL: own.url, BUS_DATABASE_URL: busDb.url }
  const run = (...args: string[]) => runTalad(catalog, env, ...args)
  return {
    db,
    bus,
    trouble,
    handled,
    catalog,
    env,
    run,
    settings,
    close,
    url: running.url,
    /** what a command says as data */
    async ask(...args: string[]): Promise<{ exit: number; json: Record<string, never> }> {
      const { exit, stdout, stderr } = await run(...args, '--json')
      if (stdout === '') throw new Error(stderr)
      return { exit, json: JSON.parse(stdout) }
    },
    count: (id: string, amount = 1) => change({ db, now: systemClock }, counters, id, amount),
    say: (value: string) =>
      bus.publish([
        {
          ...outgoing(WORD_TOPIC, value.split(' ')[0] ?? '', StringValueSchema, { value }),
          id: randomUUID(),
          time: new Date(),
          headers: {},
        },
      ]),
  }
}
