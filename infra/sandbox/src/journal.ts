/** State that survives a restart: one append-only file of rows, folded on opening. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const lineSchema = z.object({ table: z.string(), id: z.string(), row: z.unknown() })

type Line = { table: string; id: string; row: unknown }

export type Journal = {
  rows(table: string): unknown[]
  append(line: Line): void
}

/**
 * Opens `sandbox.jsonl` in a folder, which is made when missing; without a folder nothing is kept.
 * @returns the rows of each table as last written, and a way to add to them
 * @throws when a line other than the last is not readable; the last may be torn by a killed process
 */
export function openJournal(dataDir: string | undefined): Journal {
  if (dataDir === undefined) return { rows: () => [], append: () => {} }
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, 'sandbox.jsonl')
  const tables = fold(existsSync(file) ? readFileSync(file, 'utf8') : '', file)
  // Rewritten on opening, so that the file grows with one run only and a torn last line is gone.
  writeFileSync(`${file}.new`, dump(tables), { mode: 0o600 }) // it holds keys of people
  renameSync(`${file}.new`, file)
  return {
    rows: (table) => [...(tables.get(table)?.values() ?? [])],
    append: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`),
  }
}

function fold(text: string, file: string): Map<string, Map<string, unknown>> {
  const tables = new Map<string, Map<string, unknown>>()
  const lines = text.split('\n')
  lines.forEach((line, index) => {
    if (line === '') return
    const parsed = parseLine(line)
    if (!parsed) {
      if (index === lines.length - 1) return
      throw new Error(`${file}: line ${index + 1} is not readable`)
    }
    const table = tables.get(parsed.table) ?? new Map<string, unknown>()
    tables.set(parsed.table, table)
    if (parsed.row === null) table.delete(parsed.id)
    else table.set(parsed.id, parsed.row)
  })
  return tables
}

function parseLine(line: string): Line | undefined {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

function dump(tables: Map<string, Map<string, unknown>>): string {
  const lines: string[] = []
  for (const [table, rows] of tables)
    for (const [id, row] of rows) lines.push(`${JSON.stringify({ table, id, row })}\n`)
  return lines.join('')
}

export type Table<T> = {
  get(id: string): T | undefined
  all(): T[]
  put(row: T): void
  remove(id: string): void
}

/**
 * A table of rows by id, in memory and in the journal; rows come back in the order of their first writing.
 * @throws when a kept row doesn't fit the schema
 */
export function openTable<T extends { id: string }>(
  journal: Journal,
  name: string,
  schema: z.ZodType<T>,
): Table<T> {
  const rows = new Map(
    journal
      .rows(name)
      .map((kept) => schema.parse(kept))
      .map((row) => [row.id, row]),
  )
  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    put(row) {
      rows.set(row.id, row)
      journal.append({ table: name, id: row.id, row })
    },
    remove(id) {
      if (rows.delete(id)) journal.append({ table: name, id, row: null })
    },
  }
}
