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
   * transaction holds back the readers of every event log of the cluster.
   */
  idleInTransactionMs?: number
}

const IDLE_IN_TRANSACTION_MS = 15_000

/**
 * Opens a pool. Connections act as `talad_app` unless `owner` is set (migrations and rebuilds need the owner).
 * @param url postgres://…
 */
export function openDb(url: string, options: DbOptions = {}): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types,
    application_name: options.name ?? 'talad',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: [
      `-c idle_in_transaction_session_timeout=${options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS}`,
      ...(options.owner ? [] : [`-c role=${APP_ROLE}`]),
    ].join(' '),
  })
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

/** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((fault: Error) => {
      broken = fault
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
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

function hasAwayCode(error: object): boolean {
  const codes = [
    'code' in error ? error.code : undefined,
    'originalCode' in error ? error.originalCode : undefined,
  ]
  return codes.some(
    (code) => typeof code === 'string' && (AWAY.has(code) || code.startsWith('08') || code.startsWith('57P')),
  )
}

const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|not currently accepting connections/

/** True when Postgres or another party can't be reached or is shutting down: waiting helps, giving up doesn't. */
export function isConnectionFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (hasAwayCode(error)) return true
  if ('message' in error && typeof error.message === 'string' && AWAY_WORDS.test(error.message)) return true
  return isConnectionFault(reasonOf(error))
}
