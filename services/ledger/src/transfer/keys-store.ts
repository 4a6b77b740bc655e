import { columns, type Tx } from '@talad/shared/db'
import { hashOf } from '@talad/shared/json'
import { type Command, keyOf } from './commands.ts'

/** The same key came with another body: a distinct error, never a second posting. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`command ${key} was posted before with another content`)
    this.name = 'KeyReused'
  }
}

/** The hash of each command's body, hex, by its key. */
export type Bodies = ReadonlyMap<string, string>

/** @throws KeyReused when one key comes with two bodies */
export function bodiesOf(commands: readonly Command[]): Bodies {
  const bodies = new Map<string, string>()
  for (const command of commands) {
    const key = keyOf(command)
    const body = hashOf(command)
    if ((bodies.get(key) ?? body) !== body) throw new KeyReused(key)
    bodies.set(key, body)
  }
  return bodies
}

/** Keys and the hashes of their bodies, in one order, so that two batches can't wait for each other. */
export function keyColumns(bodies: Bodies): string[] {
  const sorted = [...bodies].sort(([a], [b]) => (a < b ? -1 : 1))
  return columns(
    sorted,
    ([key]) => key,
    ([, hash]) => hash,
  )
}

/**
 * Takes the keys of a batch, for ever (LG-7). Who takes the same key at this moment is waited for.
 * @returns the keys that nobody has had before
 * @throws KeyReused when a key was taken with another body
 */
export async function takeKeys(tx: Tx, bodies: Bodies): Promise<Set<string>> {
  const taken = await tx.query<{ key: string }>({
    name: 'ledger.take_keys',
    text: `insert into posting (key, body_hash) select key, decode(hash, 'hex')
           from unnest($1::text[], $2::text[]) as p (key, hash) on conflict do nothing returning key`,
    values: keyColumns(bodies),
  })
  const fresh = new Set(taken.rows.map(({ key }) => key))
  const known = [...bodies.keys()].filter((key) => !fresh.has(key))
  if (known.length === 0) return fresh
  const before = await tx.query<{ key: string; hash: string }>({
    name: 'ledger.known_keys',
    text: `select key, encode(body_hash, 'hex') as hash from posting where key = any($1)`,
    values: [known],
  })
  for (const { key, hash } of before.rows) if (bodies.get(key) !== hash) throw new KeyReused(key)
  return fresh
}
