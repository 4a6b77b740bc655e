import { arrayText, type Tx } from '@talad/shared/db'

/** The same key came with another body: a distinct error, never a second posting. */
export class KeyReused extends Error {
  constructor(key: string) {
    super(`command ${key} was posted before with another content`)
    this.name = 'KeyReused'
  }
}

/**
 * Takes the keys of a batch, for ever (LG-7). Who takes the same key at this moment is waited for.
 * @param bodies the hash of each key's body, hex
 * @returns the keys that nobody has had before
 * @throws KeyReused when a key was taken with another body
 */
export async function takeKeys(tx: Tx, bodies: ReadonlyMap<string, string>): Promise<Set<string>> {
  const keys = [...bodies.keys()].sort() // in one order, so that two batches can't wait for each other
  const taken = await tx.query<{ key: string }>({
    name: 'ledger.take_keys',
    text: `insert into posting (key, body_hash) select key, decode(hash, 'hex')
           from unnest($1::text[], $2::text[]) as p (key, hash) on conflict do nothing returning key`,
    values: [arrayText(keys), arrayText(keys.map((key) => bodies.get(key) ?? null))],
  })
  const fresh = new Set(taken.rows.map(({ key }) => key))
  const known = keys.filter((key) => !fresh.has(key))
  if (known.length === 0) return fresh
  const before = await tx.query<{ key: string; hash: string }>({
    name: 'ledger.known_keys',
    text: `select key, encode(body_hash, 'hex') as hash from posting where key = any($1)`,
    values: [known],
  })
  for (const { key, hash } of before.rows) if (bodies.get(key) !== hash) throw new KeyReused(key)
  return fresh
}
