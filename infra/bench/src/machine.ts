import { cpus, totalmem } from 'node:os'
import pg from 'pg'

/** The machine and the versions, for the record. */
export async function describeMachine(postgres: string): Promise<Record<string, string>> {
  const client = new pg.Client(postgres)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const processors = cpus()
  return {
    cpu: `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    Node: process.versions.node,
    Postgres: rows[0]?.server_version ?? 'unknown',
  }
}
