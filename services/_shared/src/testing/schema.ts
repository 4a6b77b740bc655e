import { readFile } from 'node:fs/promises'
import type { Queryable } from '../db.ts'

const TYPES: Readonly<Record<string, readonly string[]>> = {
  String: ['text', 'varchar', 'uuid', 'bpchar'],
  Int: ['int4', 'int2'],
  BigInt: ['int8'],
  Boolean: ['bool'],
  DateTime: ['timestamptz', 'date'],
  Json: ['jsonb'],
  Decimal: ['numeric'],
  Bytes: ['bytea'],
  Float: ['float8'],
}

type Column = { table: string; column: string; type: string; list: boolean; nullable: boolean }

/** The columns that a Prisma schema describes (plain fields with @map and @@map; relations are passed over). */
function described(schema: string): Column[] {
  return [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, model = '', body = '']) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model
    return [...body.matchAll(/^ {2}(\w+)\s+(\w+)(\[\])?(\?)?(.*)$/gm)]
      .filter(([, , type = '']) => type in TYPES)
      .map(([, field = '', type = '', list, optional, rest = '']) => ({
        table,
        column: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
        type,
        list: list !== undefined,
        nullable: optional !== undefined,
      }))
  })
}

/**
 * Compares a service's schema.prisma with the tables that its migrations made.
 * @returns each difference in one line: columns missing on either side, other types, other nullability
 */
export async function schemaDifferences(db: Queryable, schemaFile: string): Promise<string[]> {
  const wanted = described(await readFile(schemaFile, 'utf8'))
  const tables = [...new Set(wanted.map((column) => column.table))]
  const found = await db.query<{
    table_name: string
    column_name: string
    udt_name: string
    is_nullable: string
  }>(
    `select table_name, column_name, udt_name, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name = any($1)`,
    [tables],
  )
  const real = new Map(found.rows.map((row) => [`${row.table_name}.${row.column_name}`, row]))
  const faults: string[] = []
  for (const column of wanted) {
    const name = `${column.table}.${column.column}`
    const row = real.get(name)
    real.delete(name)
    if (!row) {
      faults.push(`${name} is in the schema, not in the database`)
      continue
    }
    const type = row.udt_name.replace(/^_/, '')
    if (!TYPES[column.type]?.includes(type))
      faults.push(`${name} is ${type} in the database, ${column.type} in the schema`)
    if (column.list !== row.udt_name.startsWith('_')) faults.push(`${name} is a list on one side only`)
    if (!column.list && column.nullable !== (row.is_nullable === 'YES'))
      faults.push(`${name} may be null on one side only`)
  }
  faults.push(...[...real.keys()].map((name) => `${name} is in the database, not in the schema`))
  return faults
}
