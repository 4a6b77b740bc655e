import { readerLags } from '@talad/shared/log-lag'
import type { Context } from '../context.ts'
import { duration, type Report, table } from '../report.ts'

const LIMIT = 10_000

/** `lag`: how far the relay, the read models and the consumer groups of each service are behind. */
export async function lag(context: Context, { service }: { service?: string }): Promise<Report> {
  const readers: { service: string; reader: string; events: number; isLimited: boolean; oldestMs: number }[] =
    []
  const groups: { service: string; group: string; messages: bigint | null }[] = []
  const services = await context.services(service)
  const bus = services.some(({ loaded }) => loaded.groups.length > 0) ? await context.bus() : undefined
  for (const { name, db, loaded } of services) {
    for (const one of await readerLags(db, loaded.readers, LIMIT)) readers.push({ service: name, ...one })
    for (const group of loaded.groups) {
      const parts = (await bus?.lag(group)) ?? []
      // a group that has never read has no place to be behind of
      const messages = parts.length === 0 ? null : parts.reduce((sum, part) => sum + part.lag, 0n)
      groups.push({ service: name, group, messages })
    }
  }
  const rows = [
    ...readers.map((one) => [
      ...[one.service, one.reader === 'relay' ? 'relay' : `reader ${one.reader}`],
      `${one.isLimited ? 'at least ' : ''}${one.events} events`,
      one.events === 0 ? '' : `oldest ${duration(one.oldestMs)}`,
    ]),
    ...groups.map(({ service: name, group, messages }) => [
      ...[name, `group ${group}`, messages === null ? 'has never read' : `${messages} messages`, ''],
    ]),
  ]
  const isBehind = readers.some(({ events }) => events > 0) || groups.some(({ messages }) => messages !== 0n)
  return {
    json: { readers, groups },
    lines: table(['service', 'who', 'behind', ''], rows),
    next: isBehind
      ? 'ask again: numbers that fall are catching up. One that stands still: is its service running, does its log tell faults?'
      : 'nothing to do.',
  }
}
