import { renameSync, writeFileSync } from 'node:fs'
import pg from 'pg'

/** The file in which the process notes its counts. */
const file = new URL(import.meta.url).searchParams.get('file')
const NOTE_MS = 100

type Query = (this: pg.Client, ...given: unknown[]) => unknown

/** `select kit.read_streams`, where it has a name; otherwise its text. */
function describe(config: unknown): string {
  const { name, text } = Object(config)
  const sql = String(typeof config === 'string' ? config : text)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return name === undefined ? sql.slice(0, 120) : `${sql.split(' ', 1)[0]} ${name}`
}

// Loaded by `--import` before a system: counts what its first process asks of Postgres, by database and statement.
if (file !== null) {
  const counts: Record<string, number> = {}
  const original = pg.Client.prototype.query as unknown as Query
  const query: Query = function (...given) {
    const key = `${this.database} ${describe(given[0])}`
    counts[key] = (counts[key] ?? 0) + 1
    return Reflect.apply(original, this, given)
  }
  pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query
  const note = () => {
    writeFileSync(`${file}.${process.pid}.next`, JSON.stringify({ at: Date.now(), counts }))
    renameSync(`${file}.${process.pid}.next`, `${file}.${process.pid}`)
  }
  setInterval(note, NOTE_MS).unref()
}
