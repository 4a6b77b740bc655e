import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Where a process notes its counts, in a file of its own. */
const folder = new URL(import.meta.url).searchParams.get('folder')
const NOTE_MS = 200

type Query = (this: pg.Client, ...given: unknown[]) => unknown

const textOf = (config: unknown): string => {
  if (typeof config === 'string') return config
  const { name, text } = Object(config)
  return String(name ?? text)
}

// Loaded by `--import` before a system: counts what it asks of Postgres, by database and statement.
if (folder !== null) {
  const counts = new Map<string, number>()
  let isNoted = true
  const original = pg.Client.prototype.query as unknown as Query
  const query: Query = function (...given) {
    const statement = textOf(given[0]).replaceAll(/\s+/g, ' ').trim().slice(0, 120)
    const key = `${this.database} ${statement}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    isNoted = false
    return Reflect.apply(original, this, given)
  }
  pg.Client.prototype.query = query as unknown as typeof pg.Client.prototype.query
  setInterval(() => {
    if (isNoted) return
    isNoted = true
    const next = join(folder, `${process.pid}.next`)
    writeFileSync(next, JSON.stringify(Object.fromEntries(counts)))
    renameSync(next, join(folder, `${process.pid}.json`))
  }, NOTE_MS).unref()
}
