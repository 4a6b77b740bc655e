import { type ReplayFrom, replayExtent, replay as replayLog } from '@talad/shared/republish'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import type { Report } from '../report.ts'

const time = z.iso.datetime({ offset: true }).or(z.iso.date())

/** A position of the log, or a time: an ISO date (midnight UTC) or date and time with its zone. */
export function readFrom(text: string): ReplayFrom {
  if (/^\d{1,18}$/.test(text)) return { position: BigInt(text) }
  if (!time.safeParse(text).success)
    throw new BadParameter(
      '--from',
      `${text} is neither a position nor a time like 2030-01-31T08:00:00+07:00`,
    )
  return { time: new Date(text) }
}

/** `replay`: sends a service's log to the bus again from somewhere on. */
export async function replay(
  context: Context,
  about: { service: string; from: string; dryRun: boolean },
): Promise<Report> {
  const from = readFrom(about.from)
  const of = await context.service(about.service)
  if (of.loaded.manifest.publishes.length === 0)
    throw new BadParameter('service', `${of.name} publishes nothing`)
  const { events, begins } = await replayExtent(of.owner(), from)
  const topics = of.loaded.manifest.publishes
  const json = { service: of.name, from: about.from, events, begins, topics }
  if (events === 0n)
    return {
      json,
      lines: [
        `Nothing that was sent lies at ${about.from} or behind it; what was not sent yet is sent anyway.`,
      ],
      next: 'nothing to do.',
    }
  const meaning =
    'Messages keep their ids: consumers that have handled one pass over it, those that have not handle it now.'
  if (about.dryRun)
    return {
      json: { ...json, dryRun: true },
      lines: [`The messages of ${events} events would go to ${topics.join(', ')} again.`, meaning],
      next: 'the same without --dry-run.',
    }
  const sent = await replayLog(of.owner(), from)
  return {
    json: { ...json, events: sent },
    lines: [`The messages of ${sent} events go to ${topics.join(', ')} again.`, meaning],
    next: `the relay of ${of.name} sends them while the service runs; "talad lag" shows how far it is.`,
  }
}
