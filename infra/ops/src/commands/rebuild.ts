import type { Queryable } from '@talad/shared/db'
import { rebuildReadModel } from '@talad/shared/read-model'
import { rebuildReplica } from '@talad/shared/replica'
import type { Context, Opened } from '../context.ts'
import { BadParameter } from '../faults.ts'
import type { Report } from '../report.ts'

/** What of a service can be made anew. */
function rebuildable({ name: service, loaded }: Opened) {
  return [
    ...loaded.readModels.map((model) => ({
      kind: 'read model' as const,
      name: model.name,
      tables: model.tables,
      model,
      source: `the log of ${service}`,
    })),
    ...loaded.replicas.map((replica) => ({
      kind: 'replica' as const,
      name: replica.name,
      tables: replica.tables,
      replica,
      source: `the topic ${replica.topic}`,
    })),
  ]
}

async function countOf(db: Queryable, tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await db.query<{ rows: number }>(`select count(*)::int as rows from public.${table}`)
    counts[table] = rows[0]?.rows ?? 0
  }
  return counts
}

async function eventsOf(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ events: number }>('select count(*)::int as events from kit.event')
  return rows[0]?.events ?? 0
}

/** `rebuild`: makes a read model anew from the log, or a replica from its topic, while the service goes on. */
export async function rebuild(
  context: Context,
  about: { service: string; name: string | undefined; dryRun: boolean },
): Promise<Report> {
  const of = await context.service(about.service)
  const all = rebuildable(of)
  const known = all.map(({ name }) => name).join(', ') || 'none'
  const one = all.find(({ name }) => name === about.name)
  if (!one)
    throw new BadParameter(
      'name',
      `${about.name === undefined ? 'is missing' : `there is no ${about.name}`}; ${of.name} has: ${known}`,
    )
  const { kind, name, tables, source } = one
  const owner = of.owner()
  const before = await countOf(owner, tables)
  const rows = (counts: Record<string, number>) =>
    Object.entries(counts).map(([table, count]) => `  ${table}: ${count} rows`)
  if (about.dryRun)
    return {
      json: { dryRun: true, kind, name, source, tables: before },
      lines: [`The ${kind} ${name} would be made anew from ${source}:`, ...rows(before)],
      next: 'the same without --dry-run; the old rows serve until the new ones are whole.',
    }
  let read = 0
  const total = kind === 'read model' ? await eventsOf(owner) : undefined
  const onProgress = (count: number) => {
    read = count
    context.progress.tell(`${of.name} ${name}`, read, total)
  }
  if (one.kind === 'read model') await rebuildReadModel(owner, one.model, onProgress)
  else await rebuildReplica(owner, await context.bus(), one.replica, onProgress)
  const after = await countOf(owner, tables)
  return {
    json: { kind, name, source, read, before, after },
    lines: [`The ${kind} ${name} is made anew from ${source}, ${read} read:`, ...rows(after)],
    next: '"talad lag" shows whether it is followed.',
  }
}
