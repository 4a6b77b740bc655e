import pg from 'pg'
import { z } from 'zod'
import { around, type Strike, type Watch } from './strike.ts'
import { unitNow } from './units.ts'

type Statement = { text: string; values: readonly unknown[] }
/** What is known of a transaction that is open on a connection. */
type Open = { tables: Set<string>; types: Set<string>; messages: Set<string> }

const WRITE = /\b(?:insert\s+into\s+([\w.]+)|delete\s+from\s+([\w.]+)|update\s+([\w.]+)(?:\s+\w+)?\s+set\b)/i
const WRITES = new RegExp(WRITE, 'gi')
const MIGRATION = 'kit.migration'
const NOTIFY = /\bpg_notify\(/i
const EVENT_TYPE = /^[A-Z][A-Za-z]+$/

function statementOf(config: unknown, values: unknown): Statement | undefined {
  if (typeof config === 'string') return { text: config, values: Array.isArray(values) ? values : [] }
  if (typeof config !== 'object' || config === null || !('text' in config)) return undefined
  if ('submit' in config || typeof config.text !== 'string') return undefined
  const own = 'values' in config && Array.isArray(config.values) ? config.values : values
  return { text: config.text, values: Array.isArray(own) ? own : [] }
}

const QUOTED = /"((?:[^"\\]|\\.)*)"/g

/** A list among the values of a statement, as the driver takes it or as the kit's `arrayText` writes it. */
function listsOf(value: unknown): string[][] {
  if (Array.isArray(value)) return [value.map(String)]
  if (typeof value !== 'string' || !value.startsWith('{"')) return []
  return [[...value.matchAll(QUOTED)].map(([, text = '']) => text)]
}

/** Tables that a statement writes; the number in the name of one that is made on the way says nothing. */
function tablesOf(text: string): string[] {
  const found = [...text.matchAll(WRITES)].map(([, ...names]) => names.find((name) => name) ?? '')
  return found.map((name) => name.replace(/_?\d+$/, '').toLowerCase())
}

const chainJobs = z.array(z.looseObject({ status: z.string() }))

/**
 * What a statement is about: the types of events that it appends to a log, the commands that the ledger posts by it, the
 * step of a transaction on its way to the chain.
 */
function subjectsOf({ text, values }: Statement): string[] {
  const lists = values.flatMap(listsOf)
  if (/insert\s+into\s+posting\b/i.test(text))
    return (lists[0] ?? []).map((key) => /([a-z]+):/.exec(key)?.[1] ?? 'unknown')
  if (/update kit\.chain_tx t set status = n\.status/.test(text))
    return chainJobs.parse(JSON.parse(String(values[0]))).map(({ status }) => `chain ${status}`)
  if (!/insert\s+into\s+kit\.event\b/i.test(text)) return []
  return lists.find((list) => list.length > 0 && list.every((one) => EVENT_TYPE.test(one))) ?? []
}

/** What the kit does for everybody is one point, whoever it is done for. */
function namesOf({ tables, types, messages }: Open): string[] {
  if (messages.size > 0) return [...messages]
  if (tables.has(MIGRATION)) return ['migration']
  const own = [...tables].filter((table) => !table.startsWith('kit.')).sort()
  if (types.size === 0 && own.length === 0) return [[...tables].sort().join()]
  const unit = unitNow()
  if (unit === undefined && types.size > 0) return [...types].map((type) => `background ${type}`)
  return [`${unit ?? 'background'} ${types.size > 0 ? [...types].sort().join() : own.join()}`]
}

type Client = pg.Client & {
  connection: { stream: { writableLength: number; write(data: string, done: () => void): void } }
}

/** Runs one statement on a connection with a strike around it. */
function struck<T>(client: Client, strike: Strike | undefined, run: () => Promise<T>): Promise<T> {
  const result = around(strike, run)
  if (strike?.phase === 'during') {
    const { stream } = client.connection
    if (stream.writableLength === 0) strike.die()
    else stream.write('', strike.die)
  }
  return result
}

type Query = (this: pg.Client, config: unknown, values?: unknown, done?: unknown) => Promise<unknown>

function note(about: Open, statement: Statement, typeOf: (messageId: string) => string | undefined): void {
  if (!WRITE.test(statement.text)) return
  for (const table of tablesOf(statement.text)) about.tables.add(table)
  for (const type of subjectsOf(statement)) about.types.add(type)
  if (!/insert into kit\.inbox\b/.test(statement.text)) return
  const [group, ids, refusal] = statement.values
  // several at once, or one with a note of why it was refused
  const refused = typeof refusal === 'string' ? ' refused' : ''
  for (const id of [ids].flat()) about.messages.add(`${group}/${typeOf(String(id)) ?? 'unknown'}${refused}`)
}

const opened = (): Open => ({ tables: new Set(), types: new Set(), messages: new Set() })

/**
 * Watches all that this process commits to Postgres: each commit of a transaction that wrote something, each write
 * outside of one, each notification.
 * @param typeOf what kind of message an id belongs to
 */
export function watchPostgres(
  service: string,
  watch: Watch,
  typeOf: (messageId: string) => string | undefined,
): void {
  const open = new WeakMap<pg.Client, Open>()
  const original = pg.Client.prototype.query as unknown as Query
  const poolQuery = pg.Pool.prototype.query as unknown as (...given: unknown[]) => Promise<unknown>
  const pointsOf = (kind: string, about: Open) => namesOf(about).map((name) => `${service} ${kind} ${name}`)

  const query: Query = function (config, values, done) {
    const run = () => original.call(this, config, values, done)
    const statement = statementOf(config, values)
    if (statement === undefined || typeof values === 'function' || done !== undefined) return run()
    const { text } = statement
    const current = open.get(this)
    if (/^\s*begin\b/i.test(text)) {
      open.set(this, opened())
      return run()
    }
    if (/^\s*(commit|rollback)\b/i.test(text)) {
      open.delete(this)
      if (!current?.tables.size || !/^\s*commit/i.test(text)) return run()
      return struck(this as Client, watch(pointsOf('commit', current)), run)
    }
    if (current) {
      note(current, statement, typeOf)
      return run()
    }
    if (NOTIFY.test(text)) return struck(this as Client, watch([`${service} notify`]), run)
    if (!WRITE.test(text)) return run()
    const alone = opened()
    note(alone, statement, typeOf)
    return struck(this as Client, watch(pointsOf('save', alone)), run)
  }
  pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query

  /** As the pool does it, but in the context of who asked for it. */
  async function alone(pool: pg.Pool, config: unknown, values: unknown): Promise<unknown> {
    const client = await pool.connect()
    try {
      const result = await (client.query as unknown as (...given: unknown[]) => Promise<unknown>)(
        config,
        values,
      )
      client.release()
      return result
    } catch (error) {
      client.release(error instanceof Error ? error : true)
      throw error
    }
  }
  pg.Pool.prototype.query = function (this: pg.Pool, config: unknown, values?: unknown, done?: unknown) {
    const statement = statementOf(config, values)
    const isPoint = statement !== undefined && (WRITE.test(statement.text) || NOTIFY.test(statement.text))
    if (!isPoint || typeof values === 'function' || done !== undefined)
      return Reflect.apply(poolQuery, this, done === undefined ? [config, values] : [config, values, done])
    return alone(this, config, values)
  } as unknown as typeof pg.Pool.prototype.query
}
