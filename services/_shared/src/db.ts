import pg from 'pg'

export type Db = pg.Pool
/** A connection inside a transaction. */
export type Tx = pg.ClientBase
/** Either: for reads that don't care. */
export type Queryable = Pick<pg.ClientBase, 'query'>

const INT8 = 20
const NUMERIC = 1700

/** `bigint` and whole `numeric` columns arrive as bigint: money never passes through a float. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return (text: string) => BigInt(text)
    if (format !== 'binary' && oid === NUMERIC) {
      return (text: string) => (text.includes('.') ? text : BigInt(text))
    }
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** The role that services act as: it can't update or delete append-only rows, whoever owns the tables. */
export const APP_ROLE = 'talad_app'

export type DbOptions = {
  max?: number
  name?: string
  owner?: boolean
  onError?: (error: Error) => void
  /**
   * How long a transaction may wait for its client (a paused or hanging process) before Postgres ends it. One open
   * transaction holds back every reader of its database's event log.
   */
  idleInTransactionMs?: number
  /** a statement goes out without waiting for the answer to the one before it, where the caller doesn't either */
  pipeline?: boolean
  /** settings of each connection besides ours, for instance `enable_seqscan` */
  settings?: Readonly<Record<string, string>>
  /**
   * How long a query may take, 15 s if absent, and ten minutes for an owner, whose migrations and rebuilds may be long.
   * Shortly before, the server ends it; when even that is not heard, nothing is, and the connection is given up.
   */
  queryTimeoutMs?: number
}

const IDLE_IN_TRANSACTION_MS = 15_000
/** Less than the silence that the watchdog takes for a frozen handler (B12): the handler itself shall answer. */
const QUERY_TIMEOUT_MS = 15_000
const OWNER_QUERY_TIMEOUT_MS = 600_000
const SERVER_SHARE = 0.9
/** A peer that is gone without a word is noticed in half a minute, by us and, as it holds our locks, by the server. */
const KEEP_ALIVE_SECONDS = 10

function poolSettings(url: string, options: DbOptions = {}): pg.PoolConfig {
  const queryTimeoutMs = options.queryTimeoutMs ?? (options.owner ? OWNER_QUERY_TIMEOUT_MS : QUERY_TIMEOUT_MS)
  const settings = {
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS,
    statement_timeout: Math.floor(queryTimeoutMs * SERVER_SHARE),
    tcp_keepalives_idle: KEEP_ALIVE_SECONDS,
    tcp_keepalives_interval: 5,
    tcp_keepalives_count: 3,
    ...(options.owner ? {} : { role: APP_ROLE }),
    ...options.settings,
  }
  return {
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.name ?? 'talad',
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_SECONDS * 1_000,
    pipeline: options.pipeline ?? false,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
}

/**
 * Opens a pool. Connections act as `talad_app` unless `owner` is set (migrations and rebuilds need the owner).
 * @param url postgres://…
 */
export function openDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({ ...poolSettings(url, options), types })
  // the pool listens only while a connection is idle; one that breaks in somebody's hands must not end the process
  // either: the query in hand, or the next one, fails and says so
  pool.on('connect', (client) => client.on('error', () => undefined))
  // an idle connection that breaks (Postgres restarted) must not end the process; the next query reconnects
  pool.on('error', (error) => {
    Reflect.deleteProperty(error, 'client') // the pool hangs the whole connection on it, too much for a log
    if (!pool.ending) options.onError?.(error)
  })
  return pool
}

const QUOTED_IN_ARRAY = /["\\]/g

type Column = string | bigint | number | boolean | null

/**
 * A Postgres array of one column of many rows, as the text of a parameter. The driver's own way costs several times
 * as much, which counts where a statement carries thousands of values.
 */
export function arrayText(values: readonly Column[]): string {
  let text = '{'
  for (const value of values) {
    if (text.length > 1) text += ','
    if (value === null) text += 'NULL'
    else if (typeof value !== 'string') text += value
    else text += `"${value.search(QUOTED_IN_ARRAY) < 0 ? value : value.replace(QUOTED_IN_ARRAY, '\\$&')}"`
  }
  return `${text}}`
}

/** The columns of rows, each as one array parameter, for `unnest`. */
export function columns<T>(rows: readonly T[], ...of: ((row: T) => Column)[]): string[] {
  return of.map((pick) => arrayText(rows.map(pick)))
}

export function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault))
}

/** Who is told after a commit, by pool: the notifier that was made over it. */
const listeners = new WeakMap<Db, (channels: Iterable<string>) => void>()
/** What open transactions will tell, and what they write at their end, by their connection. */
const endings = new WeakMap<Tx, { channels: Set<string>; writes: (() => Promise<void>)[] }>()

/** Has every transaction of a pool tell what it announced, once it is committed. */
export function notifyAfterCommit(db: Db, tell: (channels: Iterable<string>) => void): void {
  listeners.set(db, tell)
}

/**
 * Notes that a transaction leaves something for others: they are told when it has committed, and never when it has not.
 * Whoever writes an event or a job says so here, so that no caller has to remember it.
 */
export function queueNotification(tx: Tx, channel: string): void {
  endings.get(tx)?.channels.add(channel)
}

/**
 * Has a transaction write something at its end, once for all that its parts have asked for.
 * @returns false where nobody will (it isn't one of `inTx`): the caller writes at once
 */
export function writeLast(tx: Tx, write: () => Promise<void>): boolean {
  return endings.get(tx)?.writes.push(write) !== undefined
}

/** What stands for one transaction of `inTx` alone: its connection is used again by others, also after a rollback. */
export function transactionOf(tx: Queryable): object | undefined {
  return endings.get(tx as Tx)
}

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.connect()
  const ending = { channels: new Set<string>(), writes: [] as (() => Promise<void>)[] }
  endings.set(client, ending)
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    for (const write of ending.writes) await write()
    await client.query('commit')
    if (ending.channels.size > 0) listeners.get(db)?.(ending.channels)
    return result
  } catch (error) {
    // who is away would not hear of a rollback: the connection goes, and with it the transaction
    if (isConnectionFault(error)) broken = asError(error)
    else
      await client.query('rollback').catch((fault: Error) => {
        broken = fault
      })
    throw error
  } finally {
    endings.delete(client)
    client.release(broken)
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What a statement says that comes after one that failed: the reason is that one's. */
const TRANSACTION_ABORTED = '25P02'

/**
 * Waits for statements that were sent together, also for those behind one that failed: none may run later by surprise.
 * @throws what the one that failed threw, and not what others threw because of it
 */
export async function settleAll<T extends readonly Promise<unknown>[]>(
  sent: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(sent)
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (faults.length > 0) throw faults.find((fault) => codeOf(fault) !== TRANSACTION_ABORTED) ?? faults[0]
  return Promise.all(sent)
}

/** True for a unique violation, of the named constraint or index if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return constraint === undefined || (error instanceof pg.DatabaseError && error.constraint === constraint)
}

/** True when the same transaction may succeed if it is simply run again (LG-9). */
export function isRetriable(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01'
}

/** True when somebody else held a lock for longer than was to be waited for. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** True when the values themselves are refused (too large, malformed, against a constraint): they would be again. */
export function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error) ?? '') // SQLSTATE: data exception, integrity constraint violation
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  '53300', // too many connections
  '25006', // a primary that was demoted: nothing can be written to it
  '25P03', // idle in transaction for too long: this process was held up
  'P1001', // Prisma: can't reach, timed out, closed, no connection in time
  'P1002',
  'P1008',
  'P1017',
  'P2024',
])

/** What an error hides: fetch and pools put the reason into `cause`, Prisma into the error of its adapter. */
function reasonOf(error: object): unknown {
  if ('cause' in error && error.cause !== undefined) return error.cause
  const meta = 'meta' in error ? error.meta : undefined
  return typeof meta === 'object' && meta !== null && 'driverAdapterError' in meta
    ? meta.driverAdapterError
    : undefined
}

function codesOf(error: object): string[] {
  const codes = [
    'code' in error ? error.code : undefined,
    'originalCode' in error ? error.originalCode : undefined,
  ]
  return codes.filter((code) => typeof code === 'string')
}

function hasAwayCode(error: object): boolean {
  return codesOf(error).some((code) => AWAY.has(code) || code.startsWith('08') || code.startsWith('57P'))
}

const AWAY_WORDS =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|is not queryable|not currently accepting connections/

/** True when Postgres or another party can't be reached or is shutting down: waiting helps, giving up doesn't. */
export function isConnectionFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (hasAwayCode(error)) return true
  if ('message' in error && typeof error.message === 'string' && AWAY_WORDS.test(error.message)) return true
  return isConnectionFault(reasonOf(error))
}

const WAITED_TOO_LONG = new Set([
  '55P03', // a lock was not to be had in time
  '57014', // a statement took too long, most often for a lock that somebody else holds
])

/**
 * True when what failed may well go later, whatever it was: somebody is away, or a statement waited for too long. Work
 * that is kept waits and is tried again; it has done nothing wrong, so such a failure never counts against it.
 */
export function isTransient(error: unknown): boolean {
  if (isConnectionFault(error)) return true
  if (typeof error !== 'object' || error === null) return false
  return codesOf(error).some((code) => WAITED_TOO_LONG.has(code)) || isTransient(reasonOf(error))
}
