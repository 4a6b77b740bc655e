import { liveEvents } from '@talad/proto/http/gateway/live'
import { manifests } from '@talad/services/manifests'
import type { InMessage } from '@talad/shared/bus/port'
import type { LiveSource, LiveUpdate, Manifest } from '@talad/shared/manifest'
import { z } from 'zod'

const services: readonly Manifest[] = manifests
const sources: readonly LiveSource[] = services.flatMap(({ live = [] }) => live)
const keyOf = ({ topic, type }: Pick<LiveSource, 'topic' | 'type'>) => `${topic} ${type}`
const byMessage = new Map(sources.map((source) => [keyOf(source), source]))

/** The topics of which something is shown live. */
export const LIVE_TOPICS: readonly string[] = [...new Set(sources.map(({ topic }) => topic))]

const told = z.object(liveEvents).keyof().exclude(['open', 'reset'])

/** An update as the contract of live updates describes it. */
export type Update = LiveUpdate & { event: z.infer<typeof told> }

/**
 * What a message of the bus means to those who watch, as its service's manifest says; most mean nothing.
 * @throws ZodError when a message says what the contract of live updates doesn't know
 */
export function updatesOf(message: Pick<InMessage, 'topic' | 'type' | 'payload'>): Update[] {
  const updates = byMessage.get(keyOf(message))?.updatesOf(message.payload) ?? []
  return updates.map((update) => {
    const event = told.parse(update.event)
    return { ...update, event, data: liveEvents[event].parse(update.data) }
  })
}
